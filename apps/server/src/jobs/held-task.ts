import type { Database, Tx } from '#db/open.ts';
import {
  endRun,
  returnTask,
  type RunEnd,
  type RunReport,
  type RunReturn,
  writeRunReport,
} from '#db/repos/system/task-runs.repo.ts';
import { cancelDescendants, type TaskRow } from '#db/repos/system/tasks.repo.ts';
import { isTaskType } from './catalog.ts';
import { failureMessage } from '#log/redact.ts';
import {
  type Progress,
  type StopReason,
  TaskFailure,
  type TaskHandlers,
  type TaskOutcome,
  TaskStopped,
} from './handler.ts';
import { oncePerTwin, type Queue, statusOf } from './queue.ts';

/** A task that this process runs: its signal, its progress, and how it ends. */
export interface HeldTask {
  readonly row: TaskRow;
  readonly signal: AbortSignal;
  readonly stop: (reason: StopReason) => void;
  readonly report: (progress: Progress, result?: object) => void;
  readonly started: () => Promise<void>;
  readonly finish: (outcome: TaskOutcome) => Promise<void>;
  /** @returns the status it has now */
  readonly fail: (error: unknown, retryMs: number) => Promise<string>;
}

interface HeldTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly handlers: TaskHandlers;
}

/** Progress is written and sent this often at most. */
const REPORT_MS = 500;
const BACKOFF = 6;

class Held {
  readonly row: TaskRow;
  readonly #tools: HeldTools;
  readonly #controller = new AbortController();
  #latest: RunReport | undefined;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reportedAt = 0;
  #ended = false;

  constructor(row: TaskRow, tools: HeldTools) {
    this.row = row;
    this.#tools = tools;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(reason: StopReason): void {
    if (!this.#controller.signal.aborted && !this.#ended) this.#controller.abort(new TaskStopped(reason));
  }

  report(progress: Progress, result?: object): void {
    if (this.#ended) return;
    this.#latest = {
      progressCurrent: progress.current,
      progressTotal: progress.total,
      progressMessage: progress.message,
      ...(result === undefined ? {} : { result: JSON.stringify(result) }),
    };
    const wait = this.#reportedAt + REPORT_MS - performance.now();
    this.#timer ??= setTimeout(() => this.#flushSoon(), Math.min(REPORT_MS, Math.max(0, wait)));
  }

  async started(): Promise<void> {
    await this.#tell(this.row);
  }

  async finish({ result, again }: TaskOutcome): Promise<void> {
    const report = await this.#settleReports();
    const kept = { ...report, ...(result === undefined ? {} : { result: JSON.stringify(result) }) };
    if (again !== true && (await this.#end({ ...kept, status: 'completed', lastError: null })) !== undefined) return;
    // It makes way for something more important, or more of the same was queued while it ran.
    await this.#return({ ...kept, attempts: 0, delayMs: 0, lastError: null });
  }

  async fail(error: unknown, retryMs: number): Promise<string> {
    const report = await this.#settleReports();
    const { attempts, maxAttempts, status } = this.row;
    if (error instanceof TaskStopped) {
      const row =
        error.reason === 'cancelled'
          ? await this.#end({ ...report, status: 'cancelled', lastError: null })
          : await this.#return({ ...report, attempts: attempts - 1, delayMs: 0, lastError: null });
      return row?.status ?? status;
    }
    const lastError = failureMessage(error);
    const row =
      error instanceof TaskFailure || attempts >= maxAttempts
        ? await this.#end({ ...report, status: 'failed', lastError })
        : await this.#return({ ...report, attempts, delayMs: retryMs * BACKOFF ** (attempts - 1), lastError });
    return row?.status ?? status;
  }

  async #end(end: RunEnd): Promise<TaskRow | undefined> {
    return this.#settle(async (tx) => endRun(tx, this.row, end));
  }

  async #return(change: RunReturn): Promise<TaskRow | undefined> {
    return oncePerTwin(async () => this.#settle(async (tx) => returnTask(tx, this.row, change)));
  }

  /** Writes how it ended; with a cancelled task goes what it queued, also while it was stopping. */
  async #settle(write: (tx: Tx) => Promise<TaskRow | undefined>): Promise<TaskRow | undefined> {
    const { row, descendants } = await this.#tools.db.transaction(async (tx) => {
      const settled = await write(tx);
      return {
        row: settled,
        descendants: settled?.status === 'cancelled' ? await cancelDescendants(tx, settled.id) : [],
      };
    });
    if (row !== undefined) await this.#tell(row);
    this.#tools.queue.announceCancelled(descendants);
    return row;
  }

  #flushSoon(): void {
    this.#timer = undefined;
    if (this.#ended || this.#latest === undefined) return;
    const report = this.#latest;
    this.#latest = undefined;
    this.#reportedAt = performance.now();
    this.#writing = this.#flush(report)
      // The next report tries again; the run itself fails on its own writes when the database is gone.
      .catch(() => undefined)
      .finally(() => {
        this.#writing = undefined;
      });
  }

  async #flush(report: RunReport): Promise<void> {
    const row = await this.#tools.db.transaction(async (tx) => writeRunReport(tx, this.row, report));
    if (row === undefined) this.stop('lost');
    else await this.#tell(row);
  }

  /** No report is written after this; what was not written yet is returned. */
  async #settleReports(): Promise<RunReport> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#writing;
    return this.#latest ?? {};
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
    row,
    signal: held.signal,
    stop: (reason) => held.stop(reason),
    report: (progress, result) => held.report(progress, result),
    started: async () => held.started(),
    finish: async (outcome) => held.finish(outcome),
    fail: async (error, retryMs) => held.fail(error, retryMs),
  };
}
