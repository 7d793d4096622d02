import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, ReadDb, Tx } from '../../open.ts';
import { databaseNow, lockFor } from '../../sql/dialect.ts';

/** There while background work is paused. */
export const PAUSED_KEY = 'tasks.paused';

const Pause = z.object({ by: z.string() });

/** The pause of background work, or undefined while it goes on. */
export async function findPause(db: ReadDb) {
  const row = await db
    .selectFrom('serverState')
    .select(['value', 'changedAt'])
    .where('key', '=', PAUSED_KEY)
    .executeTakeFirst();
  return row === undefined ? undefined : { at: row.changedAt, by: Pause.parse(JSON.parse(row.value)).by };
}

/** Pauses background work, unless it is paused. */
export async function writePause(tx: Tx, by: string): Promise<void> {
  await tx.write
    .insertInto('serverState')
    .values({ key: PAUSED_KEY, value: JSON.stringify({ by }), changedAt: databaseNow(tx.kind) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Lets background work go on. */
export async function deletePause(tx: Tx): Promise<void> {
  await tx.write.deleteFrom('serverState').where('key', '=', PAUSED_KEY).execute();
}

const SERVER_ID_KEY = 'server.id';

/** The id of the server whose data this is; undefined before its first start. */
export async function findServerId(db: ReadDb): Promise<string | undefined> {
  const row = await db.selectFrom('serverState').select('value').where('key', '=', SERVER_ID_KEY).executeTakeFirst();
  return row?.value;
}

/** Stores the id, unless there is one. */
export async function writeServerId(tx: Tx, id: string): Promise<void> {
  await tx.write
    .insertInto('serverState')
    .values({ key: SERVER_ID_KEY, value: id, changedAt: databaseNow(tx.kind) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

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

/** Notes that a process lives for some more milliseconds. */
export async function writeProcess(tx: Tx, name: string, aliveMs: number): Promise<void> {
  const now = databaseNow(tx.kind);
  const aliveUntil = sql<number>`${now} + ${sql.lit(aliveMs)}`;
  await tx.write
    .insertInto('serverProcess')
    .values({ name, startedAt: now, aliveUntil })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ aliveUntil }))
    .execute();
}

/** Deletes processes by name. */
export async function deleteProcesses(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length > 0) await tx.write.deleteFrom('serverProcess').where('name', 'in', names).execute();
}

/** Deletes processes whose time has run out. @returns how many */
export async function deleteExpiredProcesses(tx: Tx): Promise<number> {
  const rows = await tx.write
    .deleteFrom('serverProcess')
    .where('aliveUntil', '<=', databaseNow(tx.kind))
    .returning('name')
    .execute();
  return rows.length;
}
