import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#db/open.ts';
import { findPause } from '#db/repos/system/server-state.repo.ts';
import { deleteLostLinks } from '#db/repos/people/sharing-tags.repo.ts';
import { deleteOldActions } from '#db/repos/metadata/metadata-journal.repo.ts';
import {
  claimTask,
  findNextStart,
  hasWaiting,
  listCancelRequests,
  renewLocks,
} from '#db/repos/system/task-runs.repo.ts';
import { deleteEndedTasks, type TaskRow } from '#db/repos/system/tasks.repo.ts';
import { runInEnglish } from '#words/say.ts';
import { isTaskType, TASKS, URGENT } from './catalog.ts';
import type { TaskType } from './task-payloads.ts';
import { type StopReason, type TaskHandlers, type TaskOutcome, type TaskRun, TaskStopped } from './handler.ts';
import type { CountedRun, RunEnding } from '#metrics/task-counters.ts';
import { HeldTask } from './held-task.ts';
import { newProcessName } from './cluster.ts';
import { isFull } from '#db/sql/database-errors.ts';
import type { DiskReserve } from '#files/data/disk-reserve.ts';
import { isDiskFull } from '#files/opening/system-errors.ts';
import type { Queue, QueueSignal } from './queue.ts';
import { type Hold, recoverAbandoned, registerWorker } from './recover.ts';

/** Settings of a worker. */
export interface WorkerOptions {
  /** Tasks at a time, 1 or more; one more is reserved for urgent ones. */
  readonly workers: number;
  readonly retentionDays: number;
  /** Wait before the first retry; each further wait is six times as long. */
  readonly retryMs?: number;
  /** After this a task yields also to equally important ones. */
  readonly turnMs?: number;
}

interface WorkerTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly handlers: TaskHandlers;
  /** While it is short only urgent tasks run. */
  readonly reserve?: DiskReserve;
  readonly counted?: (run: CountedRun) => void;
}

/** Below every priority, and within a 32-bit `integer`. */
const ANY_PRIORITY = -2_147_483_648;
const LOCK_MS = 60_000;
const RENEW_MS = 20_000;
/** Tasks of a dead process on this machine are taken over after this; on other machines after their lock. */
const RECOVER_MS = 5_000;
/** Delay of a cancellation or pause by another process. */
const WISH_POLL_MS = 1_000;
/** Delay of tasks queued by another process. */
const POLL_MS = 5_000;
const JUST_READY_MS = 1_000;
const LOOK_AGAIN_MS = 50;
const SWEEP_MS = 3_600_000;
const DAY_MS = 86_400_000;
const RETRY_MS = 10_000;
const TURN_MS = 10_000;

async function runHandler<Type extends TaskType>(
  type: Type,
  handlers: Pick<TaskHandlers, Type>,
  payload: string,
  run: TaskRun,
): Promise<TaskOutcome> {
  return await handlers[type].run(TASKS[type].payload.parse(JSON.parse(payload)), run);
}

function deriveEnding(error: unknown, status: string): RunEnding {
  if (error instanceof TaskStopped) return error.reason === 'cancelled' ? 'cancelled' : 'yielded';
  return status === 'failed' ? 'failed' : 'retried';
}

/**
 * Runs tasks until it is disposed; then it stops the running ones and puts them back into the queue. To be disposed before the
 * database.
 */
export class TaskWorker implements AsyncDisposable {
  readonly #tools: WorkerTools;
  readonly #options: WorkerOptions;
  readonly #name = newProcessName();
  readonly #held = new Map<string, HeldTask>();
  readonly #runs = new Set<Promise<void>>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #subscription: Disposable;
  readonly #registration: Disposable;
  #nextLook: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  /** A task is ready that the last look did not get. */
  #isReady = false;
  readonly #cancelledEarly = new Set<string>();
  /** Ended while the database was away, where they still run. */
  readonly #lost = new Set<string>();
  #stopping = false;

  constructor(tools: WorkerTools, options: WorkerOptions) {
    this.#tools = tools;
    this.#options = options;
    this.#registration = registerWorker(this.#name, (taskId) => this.#findHold(taskId));
    this.#subscription = tools.queue.onSignal((signal) => this.#hear(signal));
    tools.reserve?.onChange((isShort) => (isShort ? this.#stopAll('paused', URGENT) : this.#look()));
    this.#every(RENEW_MS, async () => this.#renew());
    this.#every(WISH_POLL_MS, async () => this.#pollWishes());
    this.#every(RECOVER_MS, async () => this.#recover());
    this.#every(SWEEP_MS, async () => this.#sweep());
    this.#guard(async () => {
      await this.#recover();
      await this.#sweep();
    });
  }

  /** Resolves when nothing runs and nothing is ready to run: for tests. */
  async idle(): Promise<void> {
    for (;;) {
      await this.#looking;
      const [run] = this.#runs;
      if (run !== undefined) await run;
      else if (this.#looking === undefined) {
        if (!this.#isReady || this.#stopping) return;
        await sleep(LOOK_AGAIN_MS);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    this.#subscription[Symbol.dispose]();
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#nextLook);
    await this.#looking;
    this.#stopAll('shutdown');
    await Promise.all(this.#runs);
    this.#registration[Symbol.dispose]();
  }

  #findHold(taskId: string): Hold {
    if (this.#held.has(taskId)) return 'held';
    return this.#lost.has(taskId) ? 'lost' : 'unknown';
  }

  #stopAll(reason: StopReason, below = Number.POSITIVE_INFINITY): void {
    for (const task of this.#held.values()) if (task.row.priority < below) task.stop(reason);
  }

  #hear(signal: QueueSignal): void {
    if (signal.kind === 'look') this.#look();
    else if (signal.kind === 'paused') this.#stopAll('paused', URGENT);
    else if (this.#held.has(signal.taskId)) this.#held.get(signal.taskId)?.stop('cancelled');
    else if (this.#looking !== undefined) this.#cancelledEarly.add(signal.taskId);
  }

  /** Runs background work: an error is logged, and the next round retries. */
  #guard(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!this.#noteFull(error)) this.#tools.log.error({ err: error }, 'task upkeep failed');
    });
  }

  /** A full disk is logged once, by its reserve. */
  #noteFull(error: unknown): boolean {
    if (!isFull(error) && !isDiskFull(error)) return false;
    this.#tools.reserve?.noteFull();
    return this.#tools.reserve !== undefined;
  }

  #every(ms: number, work: () => Promise<void>): void {
    this.#timers.push(setInterval(() => this.#guard(work), ms).unref());
  }

  /** Claims tasks for free places; a call while it does so makes it look again. */
  #look(): void {
    if (this.#stopping) return;
    if (this.#looking !== undefined) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#fill()
      .catch((error: unknown) => {
        if (!this.#noteFull(error)) this.#tools.log.error({ err: error }, 'tasks could not be claimed');
        this.#lookIn(POLL_MS);
      })
      .finally(() => {
        this.#looking = undefined;
        if (!this.#lookAgain) return;
        this.#lookAgain = false;
        this.#look();
      });
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#nextLook);
    if (!this.#stopping) this.#nextLook = setTimeout(() => this.#look(), ms).unref();
  }

  async #fill(): Promise<void> {
    clearTimeout(this.#nextLook);
    const { db } = this.#tools;
    // One more place than workers, for urgent tasks.
    while (this.#held.size <= this.#options.workers && !this.#isStopping()) {
      const takesAny = this.#held.size < this.#options.workers && this.#tools.reserve?.isShort !== true;
      const minPriority = takesAny ? ANY_PRIORITY : URGENT;
      const row = await claimTask(db, { lockedBy: this.#name, lockMs: LOCK_MS, minPriority, urgent: URGENT });
      if (row === undefined) break;
      this.#start(row);
    }
    this.#cancelledEarly.clear();
    const wait = (await findNextStart(db)) ?? POLL_MS;
    // A task that just became ready, or that another process was changing, is claimed at the next look; a long overdue
    // one waits for its twin or for a pause.
    this.#isReady = wait <= 0 && wait > -JUST_READY_MS;
    if (wait <= 0) this.#lookIn(this.#isReady ? LOOK_AGAIN_MS : POLL_MS);
    else this.#lookIn(Math.min(POLL_MS, wait));
  }

  /** A method, because TypeScript assumes that the field is unchanged after an await. */
  #isStopping(): boolean {
    return this.#stopping;
  }

  #start(row: TaskRow): void {
    const held = new HeldTask(row, this.#tools);
    this.#held.set(row.id, held);
    this.#lost.delete(row.id);
    if (this.#cancelledEarly.delete(row.id)) held.stop('cancelled');
    const run = runInEnglish(async () => this.#run(row, held))
      .catch((error: unknown) => {
        this.#lost.add(row.id);
        if (!this.#noteFull(error)) this.#tools.log.error({ err: error, taskId: row.id }, 'task could not be settled');
      })
      .finally(() => {
        // The task may have failed and been claimed again while this run wrote its end.
        if (this.#held.get(row.id) === held) this.#held.delete(row.id);
        this.#runs.delete(run);
        this.#look();
      });
    this.#runs.add(run);
  }

  async #run(row: TaskRow, held: HeldTask): Promise<void> {
    const { log } = this.#tools;
    const startedAt = performance.now();
    const fields = { taskId: row.id, type: row.type, target: row.target };
    await held.started();
    try {
      const outcome = await this.#call(row, held);
      await held.finish(outcome);
      this.#count(row, startedAt, outcome.again === true ? 'yielded' : 'completed', outcome.result);
      log.info({ ...fields, durationMs: Math.round(performance.now() - startedAt) }, 'task ended');
    } catch (error) {
      // A full disk is no fault of the task: it waits for room, and loses no attempt.
      const reason = this.#noteFull(error) ? new TaskStopped('paused') : error;
      const status = await held.fail(reason, this.#options.retryMs ?? RETRY_MS);
      this.#count(row, startedAt, deriveEnding(reason, status));
      if (reason instanceof TaskStopped) log.info({ ...fields, reason: reason.reason }, 'task stopped');
      else log.error({ ...fields, err: reason, status }, 'task failed');
    }
  }

  #count(row: TaskRow, startedAt: number, ending: RunEnding, result?: object): void {
    const durationMs = performance.now() - startedAt;
    // The lock starts when the task is claimed, by the database's clock.
    const waitedMs = (row.lockedUntil ?? 0) - LOCK_MS - row.scheduledFor;
    this.#tools.counted?.({ type: row.type, ending, durationMs, waitedMs, result });
  }

  async #call(row: TaskRow, held: HeldTask): Promise<TaskOutcome> {
    if (!isTaskType(row.type)) throw new Error(`No handler for tasks of type "${row.type}"`);
    const turnEnd = performance.now() + (this.#options.turnMs ?? TURN_MS);
    held.signal.throwIfAborted();
    return await runHandler(row.type, this.#tools.handlers, row.payload, {
      taskId: row.id,
      signal: held.signal,
      earlier: row.result === null ? null : JSON.parse(row.result),
      report: (progress, result) => held.report(progress, result),
      // Urgent tasks have their own worker.
      shouldYield: async () => {
        const from = performance.now() < turnEnd ? row.priority + 1 : row.priority;
        return hasWaiting(this.#tools.db, { from, below: URGENT });
      },
    });
  }

  async #renew(): Promise<void> {
    const held = new Map(this.#held);
    const kept = await this.#tools.db.transaction(async (tx) => renewLocks(tx, this.#name, [...held.keys()], LOCK_MS));
    for (const [taskId, task] of held) if (!kept.includes(taskId)) task.stop('lost');
  }

  async #pollWishes(): Promise<void> {
    if (this.#held.size === 0) return;
    const { read } = this.#tools.db;
    // A cancellation of one run must not stop the next run of the task.
    const held = new Map(this.#held);
    for (const taskId of await listCancelRequests(read, [...held.keys()])) held.get(taskId)?.stop('cancelled');
    if ((await findPause(read)) !== undefined) this.#stopAll('paused', URGENT);
  }

  async #recover(): Promise<void> {
    const { db, queue, log } = this.#tools;
    const lost = [...this.#lost];
    const recovered = await recoverAbandoned(db, this.#name);
    for (const taskId of lost) this.#lost.delete(taskId);
    for (const row of recovered) {
      log.warn({ taskId: row.id, type: row.type }, 'unfinished task taken over');
      queue.announce(row);
    }
    this.#look();
  }

  async #sweep(): Promise<void> {
    const age = this.#options.retentionDays * DAY_MS;
    const { db } = this.#tools;
    await db.transaction(async (tx) => deleteEndedTasks(tx, age));
    await db.transaction(async (tx) => deleteOldActions(tx, Date.now()));
    await db.transaction(async (tx) => deleteLostLinks(tx));
  }
}
