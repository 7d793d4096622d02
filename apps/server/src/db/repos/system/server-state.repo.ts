import { z } from 'zod';
import { databaseNow } from '../../dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';

/** There while background work is paused. */
export const PAUSED_KEY = 'tasks.paused';

const Pause = z.object({ by: z.string() });

/** Since when background work is paused, and by whom. */
export interface Pause {
  readonly at: number;
  readonly by: string;
}

/** The pause of background work, or undefined while it goes on. */
export async function findPause(db: ReadDb): Promise<Pause | undefined> {
  const row = await db
    .selectFrom('serverState')
    .select(['value', 'changedAt'])
    .where('key', '=', PAUSED_KEY)
    .executeTakeFirst();
  return row === undefined ? undefined : { at: row.changedAt, by: Pause.parse(JSON.parse(row.value)).by };
}

/** Pauses background work; a pause that is there already stays as it is. */
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

/** There once sharing tags have been given to somebody or something. */
const SHARING_KEY = 'sharing.changed';

/** Notes that somebody may see something else by now. */
export async function noteSharingChange(tx: Tx): Promise<void> {
  const changedAt = Date.now();
  await tx.write
    .insertInto('serverState')
    .values({ key: SHARING_KEY, value: '{}', changedAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ changedAt }))
    .execute();
}

/** When that was last, epoch milliseconds; 0 for never. */
export async function findSharingChange(db: ReadDb): Promise<number> {
  const row = await db.selectFrom('serverState').select('changedAt').where('key', '=', SHARING_KEY).executeTakeFirst();
  return row?.changedAt ?? 0;
}
