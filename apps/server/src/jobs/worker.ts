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
import { isTaskType, TASKS, type TaskType, URGENT } from './catalog.ts';
import { type StopReason, type TaskHandlers, type TaskOutcome, type TaskRun, TaskStopped } from './handler.ts';
import type { CountedRun, RunEnding } from '#metrics/task-counters.ts';
import { createHeldTask, type HeldTask } from './held-task.ts';
import { newProcessName } from './cluster.ts';
import type { Queue, QueueSignal } from './queue.ts';
import { type Hold, recoverAbandoned, registerWorker } from './recover.ts';

/** Runs tasks until it is disposed; then it asks the running ones to stop and puts them back into the line. */
export interface TaskWorker extends AsyncDisposable {
  /** Resolves when nothing runs and nothing is ready to run: for tests. */
  readonly idle: () => Promise<void>;
}

/** How tasks are run. */
export interface WorkerOptions {
  /** Tasks at a time, 1 or more; one more is kept for urgent ones. */
  readonly workers: number;
  readonly retentionDays: number;
  /** Wait before the second run of a task that failed; each further wait is six times as long. */
  readonly retryMs?: number;
  /** After so long a task makes way also for one that is as important as itself. */
  readonly turnMs?: number;
}

interface WorkerTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly handlers: TaskHandlers;
  /** Told of every run that is over. */
  readonly counted?: (run: CountedRun) => void;
}

/** Below every priority, and still a number that both databases keep in an `integer`. */
const ANY_PRIORITY = -2_147_483_648;
const LOCK_MS = 60_000;
const RENEW_MS = 20_000;
/** What a process of this machine was running when it died is taken up this late at most; of others, when the lock is over. */
const RECOVER_MS = 5_000;
/** How soon a cancellation or a pause asked of another process arrives here. */
const WISH_POLL_MS = 1_000;
/** Tasks queued by another process are found this late at most. */
const POLL_MS = 5_000;
const JUST_READY_MS = 1_000;
const LOOK_AGAIN_MS = 50;
const SWEEP_MS = 3_600_000;
const DAY_MS = 86_400_000;
const RETRY_MS = 10_000;
const TURN_MS = 10_000;

function parseEarlier({ result }: TaskRow): unknown {
  return result === null ? null : JSON.parse(result);
}

async function runHandler<Type extends TaskType>(
  type: Type,
  handlers: Pick<TaskHandlers, Type>,
  payload: string,
  run: TaskRun,
): Promise<TaskOutcome> {
  return await handlers[type].run(TASKS[type].payload.parse(JSON.parse(payload)), run);
}

/** How a run is counted that threw. */
function endingOf(error: unknown, status: string): RunEnding {
  if (error instanceof TaskStopped) return error.reason === 'cancelled' ? 'cancelled' : 'yielded';
  return status === 'failed' ? 'failed' : 'retried';
}

class Worker {
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
  /** Something is ready that the last look did not get. */
  #isReady = false;
  /** Cancelled while they were being claimed. */
  readonly #cancelledEarly = new Set<string>();
  /** Ended while the database was away, which takes them for running. */
  readonly #lost = new Set<string>();
  #stopping = false;

  constructor(tools: WorkerTools, options: WorkerOptions) {
    this.#tools = tools;
    this.#options = options;
    this.#registration = registerWorker(this.#name, (taskId) => this.#holdOf(taskId));
    this.#subscription = tools.queue.onSignal((signal) => this.#hear(signal));
    this.#every(RENEW_MS, async () => this.#renew());
    this.#every(WISH_POLL_MS, async () => this.#pollWishes());
    this.#every(RECOVER_MS, async () => this.#recover());
    this.#every(SWEEP_MS, async () => this.#sweep());
    this.#guard(async () => {
      await this.#recover();
      await this.#sweep();
    });
  }

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

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#subscription[Symbol.dispose]();
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#nextLook);
    await this.#looking;
    this.#stopAll('shutdown');
    await Promise.all(this.#runs);
    this.#registration[Symbol.dispose]();
  }

  #holdOf(taskId: string): Hold {
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

  /** Background chores: a failure is logged, and the next round tries again. */
  #guard(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.#tools.log.error({ err: error }, 'task upkeep failed');
    });
  }

  #every(ms: number, work: () => Promise<void>): void {
    this.#timers.push(setInterval(() => this.#guard(work), ms).unref());
  }

  /** Fills free places; calls while it looks make it look once more. */
  #look(): void {
    if (this.#stopping) return;
    if (this.#looking !== undefined) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#fill()
      .catch((error: unknown) => {
        this.#tools.log.error({ err: error }, 'tasks could not be claimed');
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
    // One more place than there are workers, for urgent tasks only.
    while (this.#held.size <= this.#options.workers && !this.#isStopping()) {
      const minPriority = this.#held.size < this.#options.workers ? ANY_PRIORITY : URGENT;
      const row = await claimTask(db, { lockedBy: this.#name, lockMs: LOCK_MS, minPriority, urgent: URGENT });
      if (row === undefined) break;
      this.#start(row);
    }
    this.#cancelledEarly.clear();
    const wait = (await findNextStart(db)) ?? POLL_MS;
    // One that became ready just now, or that another user was changing, is claimed at the next look; one that is long overdue
    // waits for its twin or for a pause.
    this.#isReady = wait <= 0 && wait > -JUST_READY_MS;
    if (wait <= 0) this.#lookIn(this.#isReady ? LOOK_AGAIN_MS : POLL_MS);
    else this.#lookIn(Math.min(POLL_MS, wait));
  }

  /** Read through a method: it may have changed while something was awaited. */
  #isStopping(): boolean {
    return this.#stopping;
  }

  #start(row: TaskRow): void {
    const held = createHeldTask(row, this.#tools);
    this.#held.set(row.id, held);
    this.#lost.delete(row.id);
    if (this.#cancelledEarly.delete(row.id)) held.stop('cancelled');
    const run = this.#run(row, held)
      .catch((error: unknown) => {
        this.#lost.add(row.id);
        this.#tools.log.error({ err: error, taskId: row.id }, 'task could not be settled');
      })
      .finally(() => {
        // It may have failed, been asked for again and been claimed, all while this run was telling of its end.
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
      const status = await held.fail(error, this.#options.retryMs ?? RETRY_MS);
      this.#count(row, startedAt, endingOf(error, status));
      if (error instanceof TaskStopped) log.info({ ...fields, reason: error.reason }, 'task stopped');
      else log.error({ ...fields, err: error, status }, 'task failed');
    }
  }

  #count(row: TaskRow, startedAt: number, ending: RunEnding, result?: object): void {
    const durationMs = performance.now() - startedAt;
    // The lock counts from when the task was claimed, by the database's clock.
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
      earlier: parseEarlier(row),
      report: held.report,
      // Urgent tasks have a worker of their own.
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
    // Of the runs that are asked about: a wish for one says nothing of the next run of that task.
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

/** Starts running tasks. The caller disposes it before the database. */
export function startWorker(tools: WorkerTools, options: WorkerOptions): TaskWorker {
  const worker = new Worker(tools, options);
  return { idle: async () => worker.idle(), [Symbol.asyncDispose]: async () => worker.stop() };
}
