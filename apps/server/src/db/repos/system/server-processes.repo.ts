import { sql } from 'kysely';
import { databaseNow, lockFor } from '../../dialect.ts';
import type { Database, Tx } from '../../open.ts';

/** Only one process at a time joins: two that start together must not both be the first. */
export async function lockJoining(tx: Tx): Promise<void> {
  await lockFor(tx.kind, tx.write, 'join');
}

/** Names of the processes whose time has not run out. */
export async function listProcesses({ read, kind }: Pick<Database, 'read' | 'kind'> | Tx): Promise<string[]> {
  const rows = await read
    .selectFrom('serverProcess')
    .select('name')
    .where('aliveUntil', '>', databaseNow(kind))
    .orderBy('startedAt')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Says that a process lives, for so many milliseconds from now on. */
export async function writeProcess(tx: Tx, name: string, aliveMs: number): Promise<void> {
  const now = databaseNow(tx.kind);
  const aliveUntil = sql<number>`${now} + ${sql.lit(aliveMs)}`;
  await tx.write
    .insertInto('serverProcess')
    .values({ name, startedAt: now, aliveUntil })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ aliveUntil }))
    .execute();
}

/** Forgets processes by name. */
export async function deleteProcesses(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length > 0) await tx.write.deleteFrom('serverProcess').where('name', 'in', names).execute();
}

/**
 * Forgets processes that gave no sign of life for long.
 * @returns how many
 */
export async function deleteExpiredProcesses(tx: Tx): Promise<number> {
  const rows = await tx.write
    .deleteFrom('serverProcess')
    .where('aliveUntil', '<=', databaseNow(tx.kind))
    .returning('name')
    .execute();
  return rows.length;
}
