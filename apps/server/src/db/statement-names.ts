import { createHash } from 'node:crypto';

/**
 * Names of prepared statements for frequent queries: PostgreSQL parses and plans a named statement once per connection.
 */
export interface StatementNames {
  /** Undefined for a statement that is not frequent yet. All processes give one text the same name. */
  readonly findName: (text: string) => string | undefined;
  /** Renames every statement, so that no outdated plan is used. */
  readonly renew: () => void;
  /** Names no statement from now on. */
  readonly giveUp: () => void;
}

/** A connection keeps named statements, some 50 KB each. */
const MAX_NAMES = 100;
/** Texts counted at a time; those of filters rarely repeat. */
const MAX_COUNTED = 1_000;
const OFTEN = 3;

/**
 * Whether PostgreSQL rejected a name: `outdated` after a change of tables, `unkept` where a pooler between us switches
 * connections after each transaction and keeps no prepared statements.
 */
export function refusedName(error: unknown): 'outdated' | 'unkept' | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  // The code stands for many errors, and the message is translated; the routine is unique.
  if (error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery') return 'outdated';
  // invalid_sql_statement_name and duplicate_prepared_statement.
  return error.code === '26000' || error.code === '42P05' ? 'unkept' : undefined;
}

/** One for all connections of a pool. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  let round = 0;
  let isOver = false;
  return {
    findName: (text) => {
      if (isOver) return undefined;
      const known = names.get(text);
      if (known !== undefined) return known;
      if (names.size >= MAX_NAMES) return undefined;
      const count = (counts.get(text) ?? 0) + 1;
      if (count < OFTEN) {
        if (counts.size >= MAX_COUNTED) counts.clear();
        counts.set(text, count);
        return undefined;
      }
      counts.delete(text);
      // Two processes may share a connection of a pooler: one name must mean one statement.
      const name = `lectern_${String(round)}_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
      names.set(text, name);
      return name;
    },
    renew: () => {
      round += 1;
      names.clear();
    },
    giveUp: () => {
      isOver = true;
      names.clear();
      counts.clear();
    },
  };
}
