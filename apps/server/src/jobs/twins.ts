import { isUniqueViolation } from '#db/sql/database-errors.ts';
import { lockFor } from '#db/sql/dialect.ts';
import type { Tx } from '#db/open.ts';
import { deleteTask, findTaskRow, findWaitingTwin, restartTask, type TaskRow } from '#db/repos/system/tasks.repo.ts';
import { isTaskType, TASKS } from './catalog.ts';
import type { TaskPayload, TaskType } from './task-payloads.ts';

const MAX_TWINS = 3;

/** Merges a payload with that of the waiting twin, for kinds that can merge. */
export async function mergeWithTwin<Type extends TaskType>(
  tx: Tx,
  type: Type,
  payload: TaskPayload<Type>,
): Promise<TaskPayload<Type>> {
  const { join, target, payload: shape } = TASKS[type];
  if (join === undefined) return payload;
  const key = target(payload);
  // Two tasks that are queued at once would each miss the other.
  await lockFor(tx.kind, tx.write, `queue ${type} ${key}`);
  const waiting = await findWaitingTwin(tx, { id: '', type, target: key });
  const known = shape.safeParse(waiting === undefined ? undefined : JSON.parse(waiting.payload));
  return known.success ? join(known.data, payload) : payload;
}

/**
 * Retries work that failed because a twin was queued at that moment.
 * @throws {Error} other errors of `work`
 */
export async function retryOnTwin<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let twins = 1; ; twins += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error) || twins === MAX_TWINS) throw error;
    }
  }
}

/** The payload of a waiting twin that also does the work of this task. */
async function mergePayload(tx: Tx, type: TaskType, task: TaskRow): Promise<string> {
  const told = TASKS[type].payload.safeParse(JSON.parse(task.payload));
  // An unreadable payload could not run either.
  return told.success ? JSON.stringify(await mergeWithTwin(tx, type, told.data)) : task.payload;
}

/** Hands the work of a task over to its waiting twin. */
async function handOverToTwin(tx: Tx, task: TaskRow): Promise<TaskRow | undefined> {
  // Locks the twin first, so that no other request changes its payload.
  const payload = isTaskType(task.type) ? await mergePayload(tx, task.type, task) : task.payload;
  const twin = await findWaitingTwin(tx, task);
  if (twin === undefined) return undefined;
  const row = await restartTask(tx, twin.id, ['pending'], {
    payload,
    priority: Math.max(twin.priority, task.priority),
  });
  if (row !== undefined) await deleteTask(tx, task.id, ['failed', 'cancelled']);
  return row;
}

/** Queues a task again, or hands its work over to a waiting twin. */
export async function restartOrHandOver(
  tx: Tx,
  taskId: string,
  from: readonly ('pending' | 'failed' | 'cancelled')[],
): Promise<TaskRow | undefined> {
  const task = await findTaskRow(tx.read, taskId);
  if (task === undefined || !from.some((status) => status === task.status)) return undefined;
  // A waiting task has no twin.
  const twin = task.status === 'pending' ? undefined : await handOverToTwin(tx, task);
  return twin ?? restartTask(tx, taskId, from);
}
