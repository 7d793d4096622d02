import { type Selectable, sql } from 'kysely';
import { databaseNow } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { TaskTable } from '../../schema/index.ts';
import { type TaskViewer, visibleTasks } from './task-lists.repo.ts';
import { isFound, readColumn } from '../rows/read-rows.ts';

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
  /** Not before this time; null for at once. */
  readonly startAt: number | null;
  /** While the same task runs, it is marked to run again instead of a second row. */
  readonly drains: boolean;
}

const WAITING = sql.lit('pending');

/** The library that a book or series belongs to now: who may see the task follows from it. */
async function findTaskLibrary(tx: Tx, { libraryId, seriesId, bookId }: NewTask): Promise<string | null> {
  if (libraryId !== null) return libraryId;
  if (bookId === null && seriesId === null) return null;
  const row =
    bookId === null
      ? await tx.read.selectFrom('series').select('libraryId').where('id', '=', seriesId).executeTakeFirst()
      : await tx.read.selectFrom('book').select('libraryId').where('id', '=', bookId).executeTakeFirst();
  return row?.libraryId ?? null;
}

/** Marks the running task of the same kind and target to run again. */
async function extendRunning(tx: Tx, { type, target, parentId }: NewTask): Promise<TaskRow | undefined> {
  return tx.write
    .updateTable('task')
    .set({ rerun: 1, ...(parentId === null ? {} : { parentId }) })
    .where('type', '=', type)
    .where('target', '=', target)
    .where('status', '=', 'running')
    .where('cancelRequested', '=', 0)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Stores a task, or updates the waiting one of the same kind and target: parent, payload, higher priority, earlier start.
 */
export async function putTask(tx: Tx, task: NewTask): Promise<{ readonly row: TaskRow; readonly isNew: boolean }> {
  const running = task.drains && task.startAt === null ? await extendRunning(tx, task) : undefined;
  if (running !== undefined) return { row: running, isNew: false };
  const { startAt, drains: _, ...values } = task;
  const now = databaseNow(tx.kind);
  const row = await tx.write
    .insertInto('task')
    .values({
      ...values,
      libraryId: await findTaskLibrary(tx, task),
      createdAt: now,
      scheduledFor: startAt ?? now,
      status: 'pending',
      attempts: 0,
      progressCurrent: 0,
      progressTotal: 0,
      progressMessage: '',
      cancelRequested: 0,
      rerun: 0,
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

/** A task by id. */
export async function findTaskRow(db: ReadDb, taskId: string): Promise<TaskRow | undefined> {
  return db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirst();
}

/** Whether a task of this kind waits or runs for this target. */
export async function hasOpenTask(db: ReadDb, type: string, target: string): Promise<boolean> {
  return isFound(
    db
      .selectFrom('task')
      .select('id')
      .where('type', '=', type)
      .where('target', '=', target)
      .where('status', 'in', ['pending', 'running'])
      .limit(1),
  );
}

/** Payloads of the waiting and running tasks of a kind and target, JSON. */
export async function listOpenPayloads(db: ReadDb, type: string, target: string): Promise<string[]> {
  const rows = await db
    .selectFrom('task')
    .select('payload')
    .where('type', '=', type)
    .where('target', '=', target)
    .where('status', 'in', ['pending', 'running'])
    .execute();
  return rows.map(({ payload }) => payload);
}

/** Cancels waiting tasks and requests cancellation of running ones, in one statement against concurrent claims. */
async function cancelOpen(tx: Tx, column: 'id' | 'parentId', ids: readonly string[]): Promise<TaskRow[]> {
  if (ids.length === 0) return [];
  return tx.write
    .updateTable('task')
    .set({
      status: sql<string>`case when status = 'pending' then 'cancelled' else status end`,
      completedAt: sql<number>`case when status = 'pending' then ${databaseNow(tx.kind)} else "completedAt" end`,
      cancelRequested: 1,
    })
    .where(column, 'in', ids)
    .where('status', 'in', ['pending', 'running'])
    .returningAll()
    .execute();
}

/** Cancels a task and its descendants. @returns the rows, the task's own first when it was open */
export async function cancelTaskTree(tx: Tx, taskId: string): Promise<TaskRow[]> {
  const own = await cancelOpen(tx, 'id', [taskId]);
  return [...own, ...(await cancelDescendants(tx, taskId))];
}

/** Cancels the descendants of a task. */
export async function cancelDescendants(tx: Tx, taskId: string): Promise<TaskRow[]> {
  const rows: TaskRow[] = [];
  // A task never queues one of its own ancestors: the tree ends, and far before this depth.
  let parents = [taskId];
  for (let depth = 0; depth < 5 && parents.length > 0; depth += 1) {
    const children = await cancelOpen(tx, 'parentId', parents);
    rows.push(...children);
    parents = children.map(({ id }) => id);
  }
  return rows;
}

/** Deletes tasks that ended longer ago than that; for a viewer only visible ones. */
export async function deleteEndedTasks(tx: Tx, olderThanMs: number, viewerScope?: TaskViewer): Promise<number> {
  const { numDeletedRows } = await tx.write
    .deleteFrom('task')
    .where('status', 'in', ['completed', 'failed', 'cancelled'])
    .where('completedAt', '<=', sql<number>`${databaseNow(tx.kind)} - ${olderThanMs}`)
    .$if(viewerScope !== undefined, (query) =>
      viewerScope === undefined ? query : query.where('id', 'in', visibleTasks(tx.read, viewerScope).select('task.id')),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ids of everything that waits or runs. */
export async function listOpenTaskIds(db: ReadDb): Promise<string[]> {
  return readColumn(db.selectFrom('task').select('id').where('status', 'in', ['pending', 'running']), 'id');
}

/** Everything that waits. */
export async function listWaitingTasks(db: ReadDb): Promise<Pick<TaskRow, 'id' | 'type'>[]> {
  return db.selectFrom('task').select(['id', 'type']).where('status', '=', 'pending').execute();
}

/** Deletes a task that ended with one of these. */
export async function deleteTask(tx: Tx, taskId: string, from: readonly ('failed' | 'cancelled')[]): Promise<void> {
  await tx.write.deleteFrom('task').where('id', '=', taskId).where('status', 'in', from).execute();
}

/** Deletes all tasks. */
export async function deleteAllTasks(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.write.deleteFrom('task').executeTakeFirst();
  return Number(numDeletedRows);
}

/** The waiting task of the same kind and target. */
export async function findWaitingTwin(tx: Tx, { id, type, target }: Pick<TaskRow, 'id' | 'type' | 'target'>) {
  return tx.read
    .selectFrom('task')
    .selectAll()
    .where('type', '=', type)
    .where('target', '=', target)
    .where('status', '=', 'pending')
    .where('id', '<>', id)
    .executeTakeFirst();
}

/** Requeues an ended or waiting task as if it were new. @returns undefined when its status is another by now */
export async function restartTask(
  tx: Tx,
  taskId: string,
  from: readonly ('pending' | 'failed' | 'cancelled')[],
  change: Partial<Pick<TaskRow, 'payload' | 'priority'>> = {},
): Promise<TaskRow | undefined> {
  return tx.write
    .updateTable('task')
    .set({
      ...change,
      status: 'pending',
      attempts: 0,
      lastError: null,
      result: null,
      cancelRequested: 0,
      rerun: 0,
      parentId: null,
      startedAt: null,
      completedAt: null,
      progressCurrent: 0,
      progressTotal: 0,
      progressMessage: '',
      scheduledFor: databaseNow(tx.kind),
    })
    .where('id', '=', taskId)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
}
