import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from './dialect.ts';

/** A trigger that runs for each changed row. */
interface RowTrigger {
  /** Unique in the database; letters only. */
  readonly name: string;
  readonly table: string;
  /** `insert`, `delete`, or `update of "column", …`. */
  readonly after: string;
  readonly when: string;
  /** One statement on `old` and `new`, without semicolon. */
  readonly run: string;
}

/** Adds a trigger; its parts are fixed text of a migration, never input. */
export async function addRowTrigger(db: Kysely<unknown>, kind: DatabaseKind, trigger: RowTrigger): Promise<void> {
  const { name, table, after, when, run } = trigger;
  const head = `create trigger "${name}" after ${after} on "${table}" for each row when (${when})`;
  if (kind === 'sqlite') {
    await sql.raw(`${head} begin ${run}; end`).execute(db);
    return;
  }
  await sql
    .raw(`create function "${name}"() returns trigger language plpgsql as $$ begin ${run}; return null; end $$`)
    .execute(db);
  await sql.raw(`${head} execute function "${name}"()`).execute(db);
}

/** Latin accents; combining marks of other scripts, such as the voicing of kana, make another letter. */
const ACCENTS = /[\u0300-\u036f]/gu;
const SPACES = /\s+/gu;

/**
 * The key of a genre or tag: "Sci-Fi", "SCI-FI" and " sci-fi " are one, "Fantasía" and "fantasia" too.
 * @returns empty for a name without visible characters
 */
export function nameKey(name: string): string {
  return name.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC').toLowerCase().replace(SPACES, ' ').trim();
}
