import type { Database } from '#db/open.ts';
import { listRunning, returnTask, type TaskRow, writeHeldTask } from '#db/repos/tasks.repo.ts';

/** A task whose process ended under it this often brings it down: it is not tried again. */
const MAX_CRASHES = 10;

/** Workers of this very process, and whether they run a task. */
const ownWorkers = new Map<string, (taskId: string) => boolean>();

/**
 * Remembers that a worker of this process lives, until it is disposed.
 * @param holds whether it runs the task with this id
 */
export function registerWorker(name: string, holds: (taskId: string) => boolean): Disposable {
  ownWorkers.set(name, holds);
  return { [Symbol.dispose]: () => void ownWorkers.delete(name) };
}

/** Whether a process of this machine still lives. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Signalling another user's process is refused, which shows that it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether nobody runs the task any more: its lock ran out, or its owner was a process of this machine that is gone. What this
 * process runs it knows by itself: after a sleep of the machine, or a change of its clock, every lock has run out.
 * @param me `host:pid:start` of this process
 */
function isAbandoned(task: Pick<TaskRow, 'id' | 'lockedBy' | 'lockedUntil'>, me: string, now: number): boolean {
  if (ownWorkers.get(task.lockedBy ?? '')?.(task.id) === true) return false;
  if (task.lockedBy === null || task.lockedUntil === null || task.lockedUntil < now) return true;
  const [host, pid] = task.lockedBy.split(':');
  const [myHost, myPid] = me.split(':');
  if (host !== myHost) return false;
  // My own number, but no worker of mine: that process is gone, and I was given its number.
  return pid === myPid ? !ownWorkers.has(task.lockedBy) : !isAlive(Number(pid));
}

/**
 * Puts tasks that a dead process left running back into the line.
 * @returns the rows as they are now
 */
export async function recoverAbandoned(db: Database, me: string): Promise<TaskRow[]> {
  const now = Date.now();
  const abandoned = (await listRunning(db.read)).filter((task) => isAbandoned(task, me, now));
  const rows: TaskRow[] = [];
  for (const task of abandoned) {
    const row = await db.transaction(async (tx) => {
      if (task.cancelRequested === 1) {
        return writeHeldTask(tx, task.id, task.lockedBy ?? '', { status: 'cancelled', completedAt: now });
      }
      if (task.attempts >= MAX_CRASHES) {
        const lastError = `The server stopped ${String(task.attempts)} times while the task ran`;
        return writeHeldTask(tx, task.id, task.lockedBy ?? '', { status: 'failed', lastError, completedAt: now });
      }
      return returnTask(tx, task, { attempts: task.attempts, scheduledFor: now, lastError: task.lastError });
    });
    if (row !== undefined) rows.push(row);
  }
  return rows;
}
