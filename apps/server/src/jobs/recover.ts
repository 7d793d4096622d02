import type { Database } from '#db/open.ts';
import { endRun, listRunning, returnTask, type RunningTask } from '#db/repos/system/task-runs.repo.ts';
import type { TaskRow } from '#db/repos/system/tasks.repo.ts';
import { isGone, newProcessName } from './cluster.ts';

/** A task whose process ended under it this often brings it down: it is not tried again. */
const MAX_CRASHES = 10;

/** What a worker has to do with a task that is marked as its own; `lost`: it could not tell the database of its end. */
export type Hold = 'held' | 'lost' | 'unknown';

/** Workers of this very process. */
const ownWorkers = new Map<string, (taskId: string) => Hold>();

/**
 * Remembers that a worker of this process lives, until it is disposed.
 * @param holdOf what it has to do with the task with this id
 */
export function registerWorker(name: string, holdOf: (taskId: string) => Hold): Disposable {
  ownWorkers.set(name, holdOf);
  return { [Symbol.dispose]: () => void ownWorkers.delete(name) };
}

/**
 * Whether nobody runs the task any more: its lock ran out, or its owner was a process of this machine that is gone. What this
 * process runs it knows by itself: after a sleep of the machine, or a change of its clock, every lock has run out.
 * @param me `host:pid:start` of this process
 */
function isAbandoned(task: RunningTask, me: string): boolean {
  const hold = ownWorkers.get(task.lockedBy ?? '')?.(task.id) ?? 'unknown';
  if (hold !== 'unknown') return hold === 'lost';
  if (task.lockedBy === null || task.expired) return true;
  return isGone(task.lockedBy, me, (name) => ownWorkers.has(name));
}

async function release(db: Database, task: RunningTask): Promise<TaskRow | undefined> {
  const held = { ...task, seenLockedUntil: task.lockedUntil };
  return db.transaction(async (tx) => {
    if (task.attempts < MAX_CRASHES || task.cancelRequested === 1) {
      return returnTask(tx, held, { attempts: task.attempts, delayMs: 0, lastError: task.lastError });
    }
    const lastError = `The server stopped ${String(task.attempts)} times while the task ran`;
    return endRun(tx, held, { status: 'failed', lastError });
  });
}

/**
 * Puts tasks that a dead process left running back into the line.
 * @param me `host:pid:start` of this process
 * @returns the rows as they are now
 */
export async function recoverAbandoned(db: Database, me: string): Promise<TaskRow[]> {
  const abandoned = (await listRunning(db)).filter((task) => isAbandoned(task, me));
  const rows: TaskRow[] = [];
  for (const task of abandoned) {
    const row = await release(db, task);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/**
 * Puts one abandoned task back into the queue.
 * @returns the row as it is now; undefined when a user runs it, or when it does not run at all
 */
export async function releaseTask(db: Database, taskId: string): Promise<TaskRow | undefined> {
  const task = (await listRunning(db)).find(({ id }) => id === taskId);
  return task === undefined || !isAbandoned(task, newProcessName()) ? undefined : release(db, task);
}
