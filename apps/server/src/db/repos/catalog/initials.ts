import { type RawBuilder, sql } from 'kysely';

/** How many rows begin with a character. */
export interface InitialCount {
  /** Empty for those without a title. */
  readonly initial: string;
  readonly count: number;
}

/** The first character of what a row is sorted by. */
export function initialOf(table: 'book' | 'series'): RawBuilder<string> {
  const [sorted, title] = [sql.ref(`${table}.titleSort`), sql.ref(`${table}.title`)];
  return sql<string>`substr(coalesce(nullif(${sorted}, ''), ${title}), 1, 1)`;
}
