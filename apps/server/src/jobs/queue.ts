import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TaskProgressEvent, TaskStatus } from '@lectern/contract';
import type { Database, Tx } from '#db/open.ts';
import { cancelTaskTree, findTaskRow, putTask, type TaskRow } from '#db/repos/tasks.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { TASKS, type TaskPayload, type TaskType } from './catalog.ts';

/** How a task is queued beyond what its kind says. */
export interface EnqueueOptions {
  /** The task that queues it: cancelling that one cancels this one. */
  readonly parentId?: string;
}

/** The line of background tasks, kept in the database. */
export interface Queue {
  /**
   * Queues a task in the transaction that makes it necessary. A task of the same kind and target that still waits is used
   * instead.
   * @returns id of the task that waits now
   */
  readonly enqueue: <Type extends TaskType>(
    tx: Tx,
    type: Type,
    payload: TaskPayload<Type>,
    options?: EnqueueOptions,
  ) => Promise<string>;
  /**
   * Cancels a task and those it queued, and waits a moment for running ones to stop.
   * @returns false when it has ended already, or is not there
   */
  readonly cancel: (taskId: string) => Promise<boolean>;
  /** Calls `listen` whenever a task may have become ready to run, or was asked to stop (then with its id). */
  readonly onSignal: (listen: (cancelled?: string) => void) => Disposable;
  /** Tells those who listen for task progress of the row as it is. */
  readonly announce: (row: TaskRow) => void;
}

/** A cancelled run gets this long to reach its next file or page before the answer goes out. */
const STOP_WAIT_MS = 5_000;
const STOP_POLL_MS = 25;

/** Status of a row; anything else would be a row of a release to come. */
export function statusOf(row: Pick<TaskRow, 'status'>): TaskStatus {
  return TaskStatus.parse(row.status);
}

/** A row as the event of section 6. */
function toProgressEvent(row: TaskRow): TaskProgressEvent {
  return {
    task_id: row.id,
    task_type: row.type,
    status: statusOf(row),
    progress: { current: row.progressCurrent, total: row.progressTotal, message: row.progressMessage },
    library_id: row.libraryId,
    series_id: row.seriesId,
    book_id: row.bookId,
    error: row.lastError,
    timestamp: new Date().toISOString(),
  };
}

async function waitUntilEnded(db: Database, taskIds: readonly string[]): Promise<void> {
  const deadline = Date.now() + STOP_WAIT_MS;
  for (const taskId of taskIds) {
    while (Date.now() < deadline) {
      const row = await findTaskRow(db.read, taskId);
      if (row?.status !== 'running') break;
      await sleep(STOP_POLL_MS);
    }
  }
}

/** The queue of this process; tasks of other processes on the same database are in it too. */
export function createQueue(db: Database, events: EventBus): Queue {
  const listeners = new Set<(cancelled?: string) => void>();
  const signal = (cancelled?: string): void => {
    for (const listen of listeners) listen(cancelled);
  };
  const announce = (row: TaskRow): void => events.emitTask(toProgressEvent(row));

  const cancelFamily = async (taskId: string): Promise<boolean> => {
    const rows = await db.transaction(async (tx) => cancelTaskTree(tx, taskId, Date.now()));
    const running = rows.filter(({ status }) => status === 'running').map(({ id }) => id);
    for (const row of rows) if (row.status === 'cancelled') announce(row);
    for (const id of running) signal(id);
    await waitUntilEnded(db, running);
    return rows.some(({ id }) => id === taskId);
  };

  return {
    announce,
    enqueue: async (tx, type, payload, options = {}) => {
      const kind = TASKS[type];
      const subject = kind.subject(payload);
      const now = Date.now();
      const { row, isNew } = await putTask(tx, {
        id: randomUUIDv7(),
        type,
        target: kind.target(payload),
        priority: kind.priority,
        payload: JSON.stringify(payload),
        libraryId: subject.libraryId ?? null,
        seriesId: subject.seriesId ?? null,
        bookId: subject.bookId ?? null,
        parentId: options.parentId ?? null,
        maxAttempts: kind.attempts,
        scheduledFor: now,
        createdAt: now,
      });
      tx.afterCommit(() => {
        if (isNew) announce(row);
        signal();
      });
      return row.id;
    },
    cancel: async (taskId) => {
      const cancelled = await cancelFamily(taskId);
      // What it queued while it was stopping.
      if (cancelled) await cancelFamily(taskId);
      return cancelled;
    },
    onSignal: (listen) => {
      listeners.add(listen);
      return { [Symbol.dispose]: () => void listeners.delete(listen) };
    },
  };
}
