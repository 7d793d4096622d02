import { randomBytes } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import { lockFor } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { EventLogTable } from '../../schema/index.ts';
import { writeChunked } from '../rows/read-rows.ts';

export type LoggedEvent = Selectable<EventLogTable>;
export type NewLoggedEvent = Insertable<EventLogTable>;

/** Channel on which PostgreSQL says that there are new rows. */
export const EVENT_CHANNEL = 'lectern_events';

/** Name of a row before which events are missing. */
export const EVENTS_LOST = 'events_lost';

const NAME_KEY = 'events.log';

/** Appends rows in commit order, and notifies all processes after the commit. @param rows in order */
export async function appendEvents(tx: Tx, rows: readonly NewLoggedEvent[]): Promise<void> {
  await lockFor(tx.kind, tx.write, 'event log');
  await writeChunked(rows, (chunk) =>
    tx.write
      .insertInto('eventLog')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['origin', 'number']).doNothing()),
  );
  await sql`select pg_notify(${EVENT_CHANNEL}, '')`.execute(tx.write);
}

/** Notes that a process ended before it published all its events. On SQLite no subscription outlives the process. */
export async function appendLoss(tx: Tx): Promise<void> {
  if (tx.kind === 'sqlite') return;
  const nothing = { stream: 'process', name: EVENTS_LOST, json: '{}', audience: null };
  await appendEvents(tx, [{ ...nothing, origin: randomBytes(8).toString('hex'), number: 1 }]);
}

/** Rows after one, in order. */
export async function listEvents(db: ReadDb, after: number, limit: number): Promise<LoggedEvent[]> {
  return db.selectFrom('eventLog').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** Number of the first and the last row that the log holds; both 0 while it is empty. */
export async function findEventBounds(db: ReadDb): Promise<{ readonly first: number; readonly last: number }> {
  const row = await db
    .selectFrom('eventLog')
    .select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
    .$castTo<{ readonly first: number | null; readonly last: number | null }>()
    .executeTakeFirstOrThrow();
  return { first: row.first ?? 0, last: row.last ?? 0 };
}

/** Deletes rows up to one. */
export async function deleteEventsUpTo(tx: Tx, id: number): Promise<void> {
  await tx.write.deleteFrom('eventLog').where('id', '<=', id).execute();
}

/** The name of the log, to which its numbers belong. @param proposed becomes the name when there is none */
export async function nameEventLog(tx: Tx, proposed: string): Promise<string> {
  await tx.write
    .insertInto('serverState')
    .values({ key: NAME_KEY, value: JSON.stringify(proposed), changedAt: Date.now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await tx.read
    .selectFrom('serverState')
    .select('value')
    .where('key', '=', NAME_KEY)
    .executeTakeFirstOrThrow();
  return String(JSON.parse(row.value));
}
