import type { SelectQueryBuilder } from 'kysely';
import type { DatabaseKind } from './dialect.ts';

// Locks on the rows that a query finds, until the transaction ends. SQLite has one writer anyway.

/** Lets concurrent workers claim different rows. */
export function lockForClaim<DB, TB extends keyof DB, Row>(
  kind: DatabaseKind,
  query: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  return kind === 'sqlite' ? query : query.forUpdate().skipLocked();
}

/** Blocks changes of the rows; others may still add and remove references to them. */
export function lockAgainstChange<DB, TB extends keyof DB, Row>(
  kind: DatabaseKind,
  query: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  return kind === 'sqlite' ? query : query.forNoKeyUpdate();
}

/** Blocks changes of the rows and new references to them. */
export function lockForUpdate<DB, TB extends keyof DB, Row>(
  kind: DatabaseKind,
  query: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  return kind === 'sqlite' ? query : query.forUpdate();
}

/** Blocks the removal of the rows, so that new rows can reference them; others may take the same lock. */
export function lockForReference<DB, TB extends keyof DB, Row>(
  kind: DatabaseKind,
  query: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  return kind === 'sqlite' ? query : query.forKeyShare();
}
