import { sql } from 'kysely';
import { claimable } from '../dialect.ts';
import type { Database, ReadDb, Tx } from '../open.ts';
import type { TaskTable } from '../schema/index.ts';
import type { Selectable } from 'kysely';

/** A task as it is stored. */
export type TaskRow = Selectable<TaskTable>;

/** A task about to be stored. */
export interface NewTask {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly priority: number;
  readonly payload: string;
  readonly libraryId: string | null;
  readonly seriesId: string | null;
  readonly bookId: string | null;
  readonly parentId: string | null;
  readonly maxAttempts: number;
  readonly scheduledFor: number;
  readonly createdAt: number;
}

/** Lock and clock of whoever claims. */
export interface Claim {
  readonly lockedBy: string;
  readonly now: number;
  readonly lockedUntil: number;
  readonly minPriority: number;
}

const WAITING = sql.lit('pending');

/**
 * Stores a task, or finds the one that already waits for the same: that one then belongs to the new parent, and takes the
 * new payload and the higher priority.
 * @returns the task in the line, and whether it is new
 */
export async function putTask(tx: Tx, task: NewTask): Promise<{ readonly row: TaskRow; readonly isNew: boolean }> {
  const row = await tx.write
    .insertInto('task')
    .values({
      ...task,
      status: 'pending',
      attempts: 0,
      progressCurrent: 0,
      progressTotal: 0,
      progressMessage: '',
      cancelRequested: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'target'])
        .where('status', '=', WAITING)
        .doUpdateSet((eb) => ({
          payload: eb.ref('excluded.payload'),
          parentId: eb.fn.coalesce('excluded.parentId', 'task.parentId'),
          priority: sql<number>`case when excluded.priority > task.priority then excluded.priority else task.priority end`,
          scheduledFor: sql<number>`case when excluded."scheduledFor" < task."scheduledFor" then excluded."scheduledFor" else task."scheduledFor" end`,
        })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, isNew: row.id === task.id };
}

/** Takes the most important task that may run now, or undefined. Two claims never get the same one. */
export async function claimTask(db: Database, claim: Claim): Promise<TaskRow | undefined> {
  return db.transaction(async ({ write }) =>
    write
      .updateTable('task')
      .set((eb) => ({
        status: 'running',
        lockedBy: claim.lockedBy,
        lockedUntil: claim.lockedUntil,
        attempts: eb('attempts', '+', 1),
        startedAt: eb.fn.coalesce('startedAt', eb.val(claim.now)),
      }))
      .where('status', '=', 'pending')
      .where('id', '=', (eb) =>
        claimable(
          db.kind,
          eb
            .selectFrom('task as next')
            .select('next.id')
            .where('next.status', '=', 'pending')
            .where('next.scheduledFor', '<=', claim.now)
            .where('next.priority', '>=', claim.minPriority)
            .where((eb) =>
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('task as twin')
                    .select('twin.id')
                    .where('twin.status', '=', 'running')
                    .whereRef('twin.type', '=', 'next.type')
                    .whereRef('twin.target', '=', 'next.target'),
                ),
              ),
            )
            .orderBy('next.priority', 'desc')
            .orderBy('next.scheduledFor')
            .orderBy('next.id')
            .limit(1),
        ),
      )
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Whether a task that could run now waits for its turn, more important than `above` and less than `below`. */
export async function hasWaiting(
  db: ReadDb,
  { above, below, now }: { readonly above: number; readonly below: number; readonly now: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('task')
    .select('task.id')
    .where('task.status', '=', 'pending')
    .where('task.priority', '>', above)
    .where('task.priority', '<', below)
    .where('task.scheduledFor', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('task as twin')
            .select('twin.id')
            .where('twin.status', '=', 'running')
            .whereRef('twin.type', '=', 'task.type')
            .whereRef('twin.target', '=', 'task.target'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When the next task that waits may run, epoch milliseconds. */
export async function findNextStart(db: ReadDb): Promise<number | undefined> {
  const row = await db
    .selectFrom('task')
    .select('scheduledFor')
    .where('status', '=', 'pending')
    .orderBy('scheduledFor')
    .limit(1)
    .executeTakeFirst();
  return row?.scheduledFor;
}

/** What a task becomes when its run ends. */
export type TaskChange = Partial<
  Pick<
    TaskRow,
    | 'status'
    | 'attempts'
    | 'lastError'
    | 'result'
    | 'progressCurrent'
    | 'progressTotal'
    | 'progressMessage'
    | 'lockedUntil'
    | 'scheduledFor'
    | 'completedAt'
  >
>;

/**
 * Changes a task that this worker still holds.
 * @returns undefined when another one has taken it over
 */
export async function writeHeldTask(
  tx: Tx,
  taskId: string,
  lockedBy: string,
  change: TaskChange,
): Promise<TaskRow | undefined> {
  const released = change.status === undefined ? {} : { lockedBy: null, lockedUntil: null };
  return tx.write
    .updateTable('task')
    .set({ ...change, ...released })
    .where('id', '=', taskId)
    .where('lockedBy', '=', lockedBy)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Puts a held task back into the line. When the same is waiting there already, that one does the rest and this one ends
 * as completed.
 */
export async function returnTask(
  tx: Tx,
  held: TaskRow,
  change: Pick<TaskRow, 'attempts' | 'scheduledFor' | 'lastError'>,
): Promise<TaskRow | undefined> {
  const twin = await tx.read
    .selectFrom('task')
    .select('id')
    .where('type', '=', held.type)
    .where('target', '=', held.target)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  const status = twin === undefined ? 'pending' : 'completed';
  return tx.write
    .updateTable('task')
    .set({
      ...change,
      status,
      lockedBy: null,
      lockedUntil: null,
      completedAt: status === 'completed' ? Date.now() : null,
    })
    .where('id', '=', held.id)
    .where('status', '=', 'running')
    .where('lockedBy', '=', held.lockedBy)
    .returningAll()
    .executeTakeFirst();
}

/** Running tasks with whoever holds them. */
export async function listRunning(db: ReadDb): Promise<TaskRow[]> {
  return db.selectFrom('task').selectAll().where('status', '=', 'running').execute();
}

/** Of these running tasks, the ones that someone wants stopped. */
export async function listCancelRequests(db: ReadDb, taskIds: readonly string[]): Promise<string[]> {
  if (taskIds.length === 0) return [];
  const rows = await db
    .selectFrom('task')
    .select('id')
    .where('id', 'in', taskIds)
    .where('cancelRequested', '=', 1)
    .execute();
  return rows.map(({ id }) => id);
}

/** A task by id. */
export async function findTaskRow(db: ReadDb, taskId: string): Promise<TaskRow | undefined> {
  return db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirst();
}

/**
 * Cancels a task and those it queued: what waits ends now, what runs is asked to stop.
 * @returns the rows as they are now
 */
export async function cancelTaskTree(tx: Tx, taskId: string, now: number): Promise<TaskRow[]> {
  const family = await tx.read
    .selectFrom('task')
    .select(['id', 'status'])
    .where((eb) => eb.or([eb('id', '=', taskId), eb('parentId', '=', taskId)]))
    .where('status', 'in', ['pending', 'running'])
    .execute();
  const rows: TaskRow[] = [];
  for (const { id, status } of family) {
    const row = await tx.write
      .updateTable('task')
      .set(status === 'pending' ? { status: 'cancelled', completedAt: now } : { cancelRequested: 1 })
      .where('id', '=', id)
      .where('status', '=', status)
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** Deletes tasks that ended before `before`. */
export async function deleteEndedTasks(tx: Tx, before: number): Promise<number> {
  const { numDeletedRows } = await tx.write
    .deleteFrom('task')
    .where('status', 'in', ['completed', 'failed', 'cancelled'])
    .where('completedAt', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
