import { openContext } from '#context/context.ts';
import { CONFIG_OPTIONS, readCommandConfig, parseArguments } from './arguments.ts';

/** `lectern migrate`: migrates the database. */
export async function migrate(args: readonly string[]): Promise<void> {
  const { values } = parseArguments(args, CONFIG_OPTIONS);
  await using context = await openContext(readCommandConfig(values));
  console.log(`The ${context.db.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} database is up to date`);
}
