import { openContext } from '#context/context.ts';
import { CONFIG_OPTIONS, configOf, parseArguments } from './arguments.ts';

/** `lectern migrate`: brings the database up to date and ends. */
export async function migrate(args: readonly string[]): Promise<void> {
  const { values } = parseArguments(args, CONFIG_OPTIONS);
  await using context = await openContext(configOf(values));
  console.log(`The ${context.db.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} database is up to date`);
}
