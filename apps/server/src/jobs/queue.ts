import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { deletePause, writePause } from '#db/repos/system/server-state.repo.ts';
import { cancelTaskTree, findTaskRow, type NewTask, putTask, type TaskRow } from '#db/repos/system/tasks.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { TASKS } from './catalog.ts';
import { deriveAudience, toProgressEvent } from './task-events.ts';
import type { TaskPayload, TaskType } from './task-payloads.ts';
import { mergeWithTwin, retryOnTwin, restartOrHandOver } from './twins.ts';

/** Options of one task beyond its kind. */
export interface EnqueueOptions {
  /** The task that queues it; cancelling that one cancels this one. */
  readonly parentId?: string;
  readonly priority?: number;
  /** Epoch milliseconds; at once unless given. */
  readonly startAt?: number;
}

/** Messages to workers: look for work, stop a task, or pause background tasks. */
export type QueueSignal =
  | { readonly kind: 'look' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'cancelled'; readonly taskId: string };

/** The queue of background tasks, kept in the database. */
export interface Queue {
  /**
   * Queues a task in the transaction that needs it. A waiting task of the same kind and target is used instead; for a
   * kind that drains, also a running one.
   * @returns id of the task that does the work
   */
  readonly enqueue: <Type extends TaskType>(
    tx: Tx,
    type: Type,
    payload: TaskPayload<Type>,
    options?: EnqueueOptions,
  ) => Promise<string>;
  /**
   * Cancels a task and those it queued, and waits up to five seconds for running ones to stop.
   * @returns false when it has ended, or does not exist
   */
  readonly cancel: (taskId: string) => Promise<boolean>;
  /**
   * Queues a task again, with all its attempts, when it has one of these states. Where a twin waits, the twin takes
   * over its work and attempts, and the task is deleted.
   * @returns the waiting task; undefined in any other state
   */
  readonly restart: (
    taskId: string,
    from: readonly ('pending' | 'failed' | 'cancelled')[],
  ) => Promise<TaskRow | undefined>;
  /** Puts running background tasks of all processes back into the queue, until `resume`; urgent tasks go on. */
  readonly pause: (by: string) => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly onSignal: (listen: (signal: QueueSignal) => void) => Disposable;
  readonly wake: () => void;
  readonly announce: (row: TaskRow) => void;
  /** Emits events of cancelled tasks, and stops those that run. */
  readonly announceCancelled: (rows: readonly TaskRow[]) => void;
}

const STOP_WAIT_MS = 5_000;
const STOP_POLL_MS = 25;
const ATTEMPTS = 3;

function newTask<Type extends TaskType>(type: Type, payload: TaskPayload<Type>, options: EnqueueOptions): NewTask {
  const kind = TASKS[type];
  const subject = kind.subject(payload);
  return {
    id: newId(),
    type,
    target: kind.target(payload),
    priority: options.priority ?? kind.priority,
    payload: JSON.stringify(payload),
    libraryId: subject.libraryId ?? null,
    seriesId: subject.seriesId ?? null,
    bookId: subject.bookId ?? null,
    parentId: options.parentId ?? null,
    maxAttempts: kind.attempts ?? ATTEMPTS,
    startAt: options.startAt ?? null,
    drains: kind.drains === true,
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
  const listeners = new Set<(signal: QueueSignal) => void>();
  const send = (signal: QueueSignal): void => {
    for (const listen of listeners) listen(signal);
  };
  const announce = (row: TaskRow): void => events.emitTask(toProgressEvent(row), deriveAudience(row));
  const announceCancelled = (rows: readonly TaskRow[]): void => {
    for (const row of rows) {
      if (row.status === 'cancelled') announce(row);
      else send({ kind: 'cancelled', taskId: row.id });
    }
  };

  return {
    announce,
    announceCancelled,
    enqueue: async (tx, type, payload, options = {}) => {
      const { row, isNew } = await putTask(tx, newTask(type, await mergeWithTwin(tx, type, payload), options));
      tx.afterCommit(() => {
        if (isNew) announce(row);
        // A running task looks once more by itself.
        if (row.status === 'pending') send({ kind: 'look' });
      });
      return row.id;
    },
    cancel: async (taskId) => {
      const rows = await db.transaction(async (tx) => cancelTaskTree(tx, taskId));
      announceCancelled(rows);
      await waitUntilEnded(
        db,
        rows.filter(({ status }) => status === 'running').map(({ id }) => id),
      );
      return rows.some(({ id }) => id === taskId);
    },
    restart: async (taskId, from) => {
      const row = await retryOnTwin(async () => db.transaction(async (tx) => restartOrHandOver(tx, taskId, from)));
      if (row !== undefined) {
        announce(row);
        send({ kind: 'look' });
      }
      return row;
    },
    pause: async (by) => {
      await db.transaction(async (tx) => writePause(tx, by));
      send({ kind: 'paused' });
    },
    resume: async () => {
      await db.transaction(async (tx) => deletePause(tx));
      send({ kind: 'look' });
    },
    wake: () => send({ kind: 'look' }),
    onSignal: (listen) => {
      listeners.add(listen);
      return { [Symbol.dispose]: () => void listeners.delete(listen) };
    },
  };
}
