import { hostname } from 'node:os';
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '#db/open.ts';
import {
  claimTask,
  deleteEndedTasks,
  findNextStart,
  hasWaiting,
  listCancelRequests,
  type TaskRow,
} from '#db/repos/tasks.repo.ts';
import { isTaskType, TASKS, type TaskType, URGENT } from './catalog.ts';
import { TaskStopped, type StopReason } from './failure.ts';
import type { TaskHandlers, TaskOutcome, TaskRun } from './handler.ts';
import { createHeldTask, type HeldTask } from './held-task.ts';
import type { Queue } from './queue.ts';
import { recoverAbandoned, registerWorker } from './recover.ts';

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
}

interface WorkerTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly handlers: TaskHandlers;
}

/** Below every priority, and still a number that both databases keep in an `integer`. */
const ANY_PRIORITY = -2_147_483_648;
const LOCK_MS = 60_000;
const RENEW_MS = 20_000;
/** How soon a cancellation asked of another process arrives here. */
const CANCEL_POLL_MS = 2_000;
/** Tasks queued by another process are found this late at most. */
const POLL_MS = 5_000;
const SWEEP_MS = 3_600_000;
const DAY_MS = 86_400_000;
const RETRY_MS = 10_000;

async function runHandler<Type extends TaskType>(
  type: Type,
  handlers: Pick<TaskHandlers, Type>,
  payload: string,
  run: TaskRun,
): Promise<TaskOutcome> {
  return await handlers[type].run(TASKS[type].payload.parse(JSON.parse(payload)), run);
}

class Worker {
  readonly #tools: WorkerTools;
  readonly #options: WorkerOptions;
  /** Host, process and start: tells a dead owner from a living one. */
  readonly #name = `${hostname()}:${String(process.pid)}:${randomBytes(4).toString('hex')}`;
  readonly #held = new Map<string, HeldTask>();
  readonly #runs = new Set<Promise<void>>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #subscription: Disposable;
  readonly #registration: Disposable;
  #nextLook: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #stopping = false;

  constructor(tools: WorkerTools, options: WorkerOptions) {
    this.#tools = tools;
    this.#options = options;
    this.#registration = registerWorker(this.#name, (taskId) => this.#held.has(taskId));
    this.#subscription = tools.queue.onSignal((cancelled) => {
      if (cancelled === undefined) this.#look();
      else this.#held.get(cancelled)?.stop('cancelled');
    });
    this.#every(RENEW_MS, async () => this.#renew());
    this.#every(CANCEL_POLL_MS, async () => this.#pollCancelled());
    this.#every(LOCK_MS, async () => this.#recover());
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
      if (run === undefined && this.#looking === undefined) return;
      await run;
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

  #stopAll(reason: StopReason): void {
    for (const task of this.#held.values()) task.stop(reason);
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
      const now = Date.now();
      const claim = { lockedBy: this.#name, now, lockedUntil: now + LOCK_MS, minPriority };
      const row = await claimTask(db, claim);
      if (row === undefined) break;
      this.#start(row);
    }
    const next = await findNextStart(db.read);
    const wait = next === undefined ? POLL_MS : next - Date.now();
    this.#lookIn(wait <= 0 ? POLL_MS : Math.min(POLL_MS, wait));
  }

  /** Read through a method: it may have changed while something was awaited. */
  #isStopping(): boolean {
    return this.#stopping;
  }

  #start(row: TaskRow): void {
    const held = createHeldTask(row, { ...this.#tools, lockedBy: this.#name });
    this.#held.set(row.id, held);
    const run = this.#run(row, held)
      .catch((error: unknown) => {
        this.#tools.log.error({ err: error, taskId: row.id }, 'task could not be settled');
      })
      .finally(() => {
        this.#held.delete(row.id);
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
      log.info({ ...fields, durationMs: Math.round(performance.now() - startedAt) }, 'task ended');
    } catch (error) {
      const status = await held.fail(error, this.#options.retryMs ?? RETRY_MS);
      if (error instanceof TaskStopped) log.info({ ...fields, reason: error.reason }, 'task stopped');
      else log.error({ ...fields, err: error, status }, 'task failed');
    }
  }

  async #call(row: TaskRow, held: HeldTask): Promise<TaskOutcome> {
    if (!isTaskType(row.type)) throw new Error(`No handler for tasks of type "${row.type}"`);
    return await runHandler(row.type, this.#tools.handlers, row.payload, {
      taskId: row.id,
      signal: held.signal,
      report: held.report,
      // Urgent tasks have a worker of their own.
      shouldYield: async () => hasWaiting(this.#tools.db.read, { above: row.priority, below: URGENT, now: Date.now() }),
    });
  }

  async #renew(): Promise<void> {
    await Promise.all([...this.#held.values()].map(async (task) => task.renew(Date.now() + LOCK_MS)));
  }

  async #pollCancelled(): Promise<void> {
    for (const taskId of await listCancelRequests(this.#tools.db.read, [...this.#held.keys()])) {
      this.#held.get(taskId)?.stop('cancelled');
    }
  }

  async #recover(): Promise<void> {
    const { db, queue, log } = this.#tools;
    const recovered = await recoverAbandoned(db, this.#name);
    for (const row of recovered) {
      log.warn({ taskId: row.id, type: row.type }, 'unfinished task taken over');
      queue.announce(row);
    }
    this.#look();
  }

  async #sweep(): Promise<void> {
    const before = Date.now() - this.#options.retentionDays * DAY_MS;
    await this.#tools.db.transaction(async (tx) => deleteEndedTasks(tx, before));
  }
}

/** Starts running tasks. The caller disposes it before the database. */
export function startWorker(tools: WorkerTools, options: WorkerOptions): TaskWorker {
  const worker = new Worker(tools, options);
  return { idle: async () => worker.idle(), [Symbol.asyncDispose]: async () => worker.stop() };
}
