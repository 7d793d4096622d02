import type { Database } from '#db/open.ts';
import { returnTask, type TaskChange, type TaskRow, writeHeldTask } from '#db/repos/tasks.repo.ts';
import { isTaskType } from './catalog.ts';
import { TaskFailure, TaskStopped, type StopReason } from './failure.ts';
import type { Progress, TaskHandlers, TaskOutcome } from './handler.ts';
import { type Queue, statusOf } from './queue.ts';

/** A task that this process runs: its signal, its progress, and how it ends. */
export interface HeldTask {
  readonly signal: AbortSignal;
  readonly stop: (reason: StopReason) => void;
  readonly report: (progress: Progress, result?: object) => void;
  readonly renew: (lockedUntil: number) => Promise<void>;
  readonly started: () => Promise<void>;
  readonly finish: (outcome: TaskOutcome) => Promise<void>;
  /** @returns the status it has now */
  readonly fail: (error: unknown, retryMs: number) => Promise<string>;
}

interface HeldTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly handlers: TaskHandlers;
  readonly lockedBy: string;
}

/** Progress is written and sent this often at most. */
const REPORT_MS = 500;
const BACKOFF = 6;

/** What a person reads about an error that the server did not expect. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Unknown error';
}

class Held {
  readonly #tools: HeldTools;
  readonly #controller = new AbortController();
  #row: TaskRow;
  #latest: TaskChange | undefined;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reportedAt = 0;
  #ended = false;

  constructor(row: TaskRow, tools: HeldTools) {
    this.#row = row;
    this.#tools = tools;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(reason: StopReason): void {
    if (!this.#controller.signal.aborted) this.#controller.abort(new TaskStopped(reason));
  }

  report(progress: Progress, result?: object): void {
    if (this.#ended) return;
    this.#latest = {
      progressCurrent: progress.current,
      progressTotal: progress.total,
      progressMessage: progress.message,
      ...(result === undefined ? {} : { result: JSON.stringify(result) }),
    };
    const wait = this.#reportedAt + REPORT_MS - Date.now();
    this.#timer ??= setTimeout(() => this.#flushSoon(), Math.min(REPORT_MS, Math.max(0, wait)));
  }

  async renew(lockedUntil: number): Promise<void> {
    const row = await this.#write({ lockedUntil });
    if (row === undefined && !this.#ended) this.stop('lost');
  }

  async started(): Promise<void> {
    await this.#tell(this.#row);
  }

  async finish({ result, again }: TaskOutcome): Promise<void> {
    const progress = await this.#settleReports();
    const kept = { ...progress, ...(result === undefined ? {} : { result: JSON.stringify(result) }) };
    if (this.#isCancelled()) {
      // Whoever cancelled it was told so, though it was done by then.
      await this.#keep(kept);
      await this.#endStopped('cancelled');
      return;
    }
    if (again === true) {
      await this.#keep(kept);
      await this.#return({ attempts: 0, scheduledFor: Date.now(), lastError: null });
      return;
    }
    const row = await this.#write({ ...kept, status: 'completed', lastError: null, completedAt: Date.now() });
    if (row !== undefined) await this.#tell(row);
  }

  async fail(error: unknown, retryMs: number): Promise<string> {
    const progress = await this.#settleReports();
    if (progress !== undefined) await this.#keep(progress);
    if (error instanceof TaskStopped) return this.#endStopped(error.reason);
    const { attempts, maxAttempts } = this.#row;
    if (error instanceof TaskFailure || attempts >= maxAttempts) {
      const ended = { status: 'failed', lastError: messageOf(error), completedAt: Date.now() };
      const row = await this.#write(ended);
      if (row !== undefined) await this.#tell(row);
      return 'failed';
    }
    const scheduledFor = Date.now() + retryMs * BACKOFF ** (attempts - 1);
    return this.#return({ attempts, scheduledFor, lastError: messageOf(error) });
  }

  #isCancelled(): boolean {
    const reason: unknown = this.#controller.signal.reason;
    return reason instanceof TaskStopped && reason.reason === 'cancelled';
  }

  async #endStopped(reason: StopReason): Promise<string> {
    if (reason === 'cancelled') {
      const row = await this.#write({ status: 'cancelled', completedAt: Date.now() });
      if (row !== undefined) await this.#tell(row);
      return 'cancelled';
    }
    if (reason === 'lost') return 'running';
    return this.#return({ attempts: this.#row.attempts - 1, scheduledFor: Date.now(), lastError: null });
  }

  async #return(change: Pick<TaskRow, 'attempts' | 'scheduledFor' | 'lastError'>): Promise<string> {
    const row = await this.#tools.db.transaction(async (tx) => returnTask(tx, this.#row, change));
    if (row === undefined) return 'running';
    await this.#tell(row);
    return row.status;
  }

  #flushSoon(): void {
    this.#timer = undefined;
    if (this.#ended || this.#latest === undefined) return;
    const change = this.#latest;
    this.#latest = undefined;
    this.#reportedAt = Date.now();
    this.#writing = this.#flush(change)
      // The next report tries again; the run itself fails on its own writes when the database is gone.
      .catch(() => undefined)
      .finally(() => {
        this.#writing = undefined;
      });
  }

  async #flush(change: TaskChange): Promise<void> {
    const row = await this.#write(change);
    if (row !== undefined) await this.#tell(row);
  }

  /** No report is written after this; what was not written yet is returned. */
  async #settleReports(): Promise<TaskChange | undefined> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#writing;
    return this.#latest;
  }

  async #keep(change: TaskChange): Promise<void> {
    if (Object.keys(change).length > 0) await this.#write(change);
  }

  async #write(change: TaskChange): Promise<TaskRow | undefined> {
    const { db, lockedBy } = this.#tools;
    const row = await db.transaction(async (tx) => writeHeldTask(tx, this.#row.id, lockedBy, change));
    if (row?.status === 'running') this.#row = row;
    return row;
  }

  async #tell(row: TaskRow): Promise<void> {
    const { queue, handlers } = this.#tools;
    queue.announce({ ...row, status: statusOf(row) });
    if (isTaskType(row.type)) await handlers[row.type].changed?.(row.id);
  }
}

/** Takes charge of a task that was just claimed. */
export function createHeldTask(row: TaskRow, tools: HeldTools): HeldTask {
  const held = new Held(row, tools);
  return {
    signal: held.signal,
    stop: (reason) => held.stop(reason),
    report: (progress, result) => held.report(progress, result),
    renew: async (lockedUntil) => held.renew(lockedUntil),
    started: async () => held.started(),
    finish: async (outcome) => held.finish(outcome),
    fail: async (error, retryMs) => held.fail(error, retryMs),
  };
}
