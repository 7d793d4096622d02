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
import { toStored } from '#words/stored-message.ts';
import {
  type Progress,
  type StopReason,
  TaskFailure,
  type TaskHandlers,
  type TaskOutcome,
  TaskStopped,
} from './handler.ts';
import { noteFailure } from './note-failure.ts';
import type { Queue } from './queue.ts';
import { askForNotices } from './schedule-notices.ts';
import { parseStatus } from './task-events.ts';
import { retryOnTwin } from './twins.ts';

interface HeldTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly handlers: TaskHandlers;
}

/** Progress is written and sent this often at most. */
const REPORT_MS = 500;
const BACKOFF = 6;

/** A task that this process runs: its signal, its progress, and how it ends. */
export class HeldTask {
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
      progressMessage: toStored(progress.message),
      ...(result === undefined ? {} : { result: JSON.stringify(result) }),
    };
    const wait = this.#reportedAt + REPORT_MS - performance.now();
    this.#timer ??= setTimeout(() => this.#flushSoon(), Math.min(REPORT_MS, Math.max(0, wait)));
  }

  async started(): Promise<void> {
    await this.#tell(this.row);
  }

  async finish({ result, again }: TaskOutcome): Promise<void> {
    const report = await this.#stopReports();
    const kept = { ...report, ...(result === undefined ? {} : { result: JSON.stringify(result) }) };
    if (again !== true && (await this.#end({ ...kept, status: 'completed', lastError: null })) !== undefined) return;
    // The task yields, or the same was queued while it ran.
    await this.#return({ ...kept, attempts: 0, delayMs: 0, lastError: null });
  }

  /** @returns its new status */
  async fail(error: unknown, retryMs: number): Promise<string> {
    const report = await this.#stopReports();
    const { attempts, maxAttempts, status } = this.row;
    if (error instanceof TaskStopped) {
      const row =
        error.reason === 'cancelled'
          ? await this.#end({ ...report, status: 'cancelled', lastError: null })
          : await this.#return({ ...report, attempts: attempts - 1, delayMs: 0, lastError: null });
      return row?.status ?? status;
    }
    const lastError = toStored(failureMessage(error));
    const row =
      error instanceof TaskFailure || attempts >= maxAttempts
        ? await this.#end({ ...report, status: 'failed', lastError })
        : await this.#return({ ...report, attempts, delayMs: retryMs * BACKOFF ** (attempts - 1), lastError });
    return row?.status ?? status;
  }

  async #end(end: RunEnd): Promise<TaskRow | undefined> {
    return this.#write(async (tx) => endRun(tx, this.row, end));
  }

  async #return(change: RunReturn): Promise<TaskRow | undefined> {
    return retryOnTwin(async () => this.#write(async (tx) => returnTask(tx, this.row, change)));
  }

  /** Writes the end of the run; cancels the tasks that a cancelled one queued, also while it stopped. */
  async #write(write: (tx: Tx) => Promise<TaskRow | undefined>): Promise<TaskRow | undefined> {
    const { row, descendants } = await this.#tools.db.transaction(async (tx) => {
      const written = await write(tx);
      if (written !== undefined && (await noteFailure(tx, written))) await askForNotices(this.#tools, tx);
      return {
        row: written,
        descendants: written?.status === 'cancelled' ? await cancelDescendants(tx, written.id) : [],
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
      // The next report tries again; the run fails on its own writes when the database is gone.
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

  /** Stops writing reports; returns the last one if it is unwritten. */
  async #stopReports(): Promise<RunReport> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#writing;
    return this.#latest ?? {};
  }

  async #tell(row: TaskRow): Promise<void> {
    const { queue, handlers } = this.#tools;
    queue.announce({ ...row, status: parseStatus(row) });
    if (isTaskType(row.type)) await handlers[row.type].changed?.(row.id);
  }
}
