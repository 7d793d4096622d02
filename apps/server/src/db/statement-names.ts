import { createHash } from 'node:crypto';

/** Names for statements that come again and again: PostgreSQL reads and plans a statement with a name once for a connection. */
export interface StatementNames {
  /** Undefined for a statement that has not come often enough. Of one text, all processes make the same name. */
  readonly nameOf: (text: string) => string | undefined;
  /** Gives every statement another name: what was planned before is not asked for again. */
  readonly renew: () => void;
  /** No statement has a name from now on. */
  readonly giveUp: () => void;
}

/** Each connection keeps what has a name, some 50 KB each. */
const MAX_NAMES = 100;
/** Statements that are being counted; those of filters hardly ever come again. */
const MAX_COUNTED = 1_000;
const OFTEN = 3;

/**
 * Whether PostgreSQL refused a name: tables have changed since it planned the statement (`outdated`), or a pooler in between
 * hands the connection to others after each transaction and keeps no names for them (`unkept`).
 */
export function refusedName(error: unknown): 'outdated' | 'unkept' | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  // feature_not_supported is much else, too; the message is translated, the place that refuses is not.
  if (error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery') return 'outdated';
  // invalid_sql_statement_name and duplicate_prepared_statement.
  return error.code === '26000' || error.code === '42P05' ? 'unkept' : undefined;
}

/** Counts statements for all connections of a pool. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  let round = 0;
  let isOver = false;
  return {
    nameOf: (text) => {
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
      // Two processes behind one pooler may share a connection: under one name they must mean one statement.
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
