import type { Database } from '#db/open.ts';
import { endRun, listRunning, returnTask, type RunningTask } from '#db/repos/system/task-runs.repo.ts';
import type { TaskRow } from '#db/repos/system/tasks.repo.ts';
import { storeMessage } from '#words/stored-message.ts';
import { noteFailure } from './note-failure.ts';
import { isGone, newProcessName } from './cluster.ts';

/** Runs that end with a crash of the process; then the task fails. */
const MAX_CRASHES = 10;

/** How a worker knows a task that is marked as its own; `lost`: it could not write the end of the run. */
export type Hold = 'held' | 'lost' | 'unknown';

const ownWorkers = new Map<string, (taskId: string) => Hold>();

/**
 * Registers a worker of this process, until it is disposed.
 * @param findHold how it knows the task with this id
 */
export function registerWorker(name: string, findHold: (taskId: string) => Hold): Disposable {
  ownWorkers.set(name, findHold);
  return { [Symbol.dispose]: () => void ownWorkers.delete(name) };
}

/**
 * Whether no process runs the task any more: its lock expired, or its owner ran on this machine and is gone. For tasks
 * of this process locks do not count: after a sleep of the machine all are expired.
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
    const lastError = storeMessage(
      'The server stopped {count, plural, one {# time} other {# times}} while the task ran',
      { count: task.attempts },
    );
    const row = await endRun(tx, held, { status: 'failed', lastError });
    if (row !== undefined) await noteFailure(tx, row);
    return row;
  });
}

/**
 * Queues the tasks of dead processes again.
 * @param me `host:pid:start` of this process
 * @returns their new rows
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
 * Queues one abandoned task again.
 * @returns its new row; undefined when it does not run, or a living process runs it
 */
export async function releaseTask(db: Database, taskId: string): Promise<TaskRow | undefined> {
  const task = (await listRunning(db)).find(({ id }) => id === taskId);
  return task === undefined || !isAbandoned(task, newProcessName()) ? undefined : release(db, task);
}
