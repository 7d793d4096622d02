import { setTimeout as sleep } from 'node:timers/promises';
import { type TaskProgressEvent, TaskStatus } from '@lectern/contract';
import { z } from 'zod';
import { isUniqueViolation, lockFor } from '#db/sql/dialect.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { deletePause, writePause } from '#db/repos/system/server-state.repo.ts';
import {
  cancelTaskTree,
  deleteTask,
  findTaskRow,
  findWaitingTwin,
  type NewTask,
  putTask,
  restartTask,
  type TaskRow,
} from '#db/repos/system/tasks.repo.ts';
import { isCommon, UNCOMMON_PERMISSION } from '#db/repos/system/task-lists.repo.ts';
import type { Audience, EventBus } from '#events/bus.ts';
import { isTaskType, TASKS, type TaskPayload, type TaskType } from './catalog.ts';

/** How a task is queued beyond what its kind says. */
export interface EnqueueOptions {
  /** The task that queues it: cancelling that one cancels this one. */
  readonly parentId?: string;
  /** In place of the priority of its kind. */
  readonly priority?: number;
  /** Not before this time, epoch milliseconds; at once unless said. */
  readonly startAt?: number;
}

/** Messages to workers: look for work, stop a task, or pause background tasks. */
export type QueueSignal =
  | { readonly kind: 'look' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'cancelled'; readonly taskId: string };

/** The line of background tasks, kept in the database. */
export interface Queue {
  /**
   * Queues a task in the transaction that makes it necessary. A task of the same kind and target that still waits is used
   * instead; of a kind that drains, also one that runs.
   * @returns id of the task that does it
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
  /**
   * Puts a task into the line again, with all its attempts, when it has one of these states. Where the same waits already, that
   * one does what both were told, now and with all its attempts, and the task is forgotten: nothing of it is left to do.
   * @returns the task that waits now, another one when the same waited already; undefined in any other state
   */
  readonly restart: (
    taskId: string,
    from: readonly ('pending' | 'failed' | 'cancelled')[],
  ) => Promise<TaskRow | undefined>;
  /** Puts what runs in the background back into the line, in all processes, until `resume`; urgent tasks go on. */
  readonly pause: (by: string) => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly onSignal: (listen: (signal: QueueSignal) => void) => Disposable;
  /** Has the workers of this process look for work now. */
  readonly wake: () => void;
  /** Tells those who listen for task progress of the row as it is. */
  readonly announce: (row: TaskRow) => void;
  /** Tells of tasks that were cancelled with another, and has those that run stop. */
  readonly announceCancelled: (rows: readonly TaskRow[]) => void;
}

/** A cancelled run gets this long to reach its next file or page before the answer goes out. */
const STOP_WAIT_MS = 5_000;
const STOP_POLL_MS = 25;
/** So often the same may come into the line while a task goes back into it. */
const MAX_TWINS = 3;

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

const Owned = z.object({ userId: z.string().optional() });

/** Who hears of a task: those who see it in lists (`visibleTasks`). */
function audienceOfTask({ type, payload, libraryId, seriesId, bookId }: TaskRow): Audience {
  if (isCommon(type)) {
    const subject = seriesId === null ? { bookId: bookId ?? undefined } : { seriesId };
    return { kind: 'libraries', libraryIds: libraryId === null ? [] : [libraryId], ...subject };
  }
  return { kind: 'permission', permission: UNCOMMON_PERMISSION, userId: Owned.parse(JSON.parse(payload)).userId };
}

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
    maxAttempts: kind.attempts,
    startAt: options.startAt ?? null,
    drains: kind.drains === true,
  };
}

/** What is to be done together with the task that waits for the same, of kinds that have a way to join two. */
async function joined<Type extends TaskType>(
  tx: Tx,
  type: Type,
  payload: TaskPayload<Type>,
): Promise<TaskPayload<Type>> {
  const { join, target, payload: shape } = TASKS[type];
  if (join === undefined) return payload;
  const key = target(payload);
  // Two that are queued at once would each know only of what waited before.
  await lockFor(tx.kind, tx.write, `queue ${type} ${key}`);
  const waiting = await findWaitingTwin(tx, { id: '', type, target: key });
  const known = shape.safeParse(waiting === undefined ? undefined : JSON.parse(waiting.payload));
  return known.success ? join(known.data, payload) : payload;
}

/**
 * Does again what was refused because the same came into the line at that very moment: now it is found there.
 * @throws {Error} whatever else `work` throws
 */
export async function oncePerTwin<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let twins = 1; ; twins += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error) || twins === MAX_TWINS) throw error;
    }
  }
}

/** The payload of a task that waits, and that is to do in the same run what another one was told. */
async function joinedPayload(tx: Tx, type: TaskType, task: TaskRow): Promise<string> {
  const told = TASKS[type].payload.safeParse(JSON.parse(task.payload));
  // Who cannot be understood could not run either.
  return told.success ? JSON.stringify(await joined(tx, type, told.data)) : task.payload;
}

/** Has the task that waits for the same do what this one did not. */
async function leaveToTwin(tx: Tx, task: TaskRow): Promise<TaskRow | undefined> {
  // Taken before the duplicate is looked up, so no other request changes its payload.
  const payload = isTaskType(task.type) ? await joinedPayload(tx, task.type, task) : task.payload;
  const twin = await findWaitingTwin(tx, task);
  if (twin === undefined) return undefined;
  const row = await restartTask(tx, twin.id, ['pending'], {
    payload,
    priority: Math.max(twin.priority, task.priority),
  });
  if (row !== undefined) await deleteTask(tx, task.id, ['failed', 'cancelled']);
  return row;
}

async function restartOrLeaveToTwin(
  tx: Tx,
  taskId: string,
  from: readonly ('pending' | 'failed' | 'cancelled')[],
): Promise<TaskRow | undefined> {
  const task = await findTaskRow(tx.read, taskId);
  if (task === undefined || !from.some((status) => status === task.status)) return undefined;
  // What waits is the only one that does.
  const twin = task.status === 'pending' ? undefined : await leaveToTwin(tx, task);
  return twin ?? restartTask(tx, taskId, from);
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
  const announce = (row: TaskRow): void => events.emitTask(toProgressEvent(row), audienceOfTask(row));
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
      const { row, isNew } = await putTask(tx, newTask(type, await joined(tx, type, payload), options));
      tx.afterCommit(() => {
        if (isNew) announce(row);
        // One that runs looks once more by itself.
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
      const row = await oncePerTwin(async () => db.transaction(async (tx) => restartOrLeaveToTwin(tx, taskId, from)));
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
