import { Worker } from 'node:worker_threads';
import type { PoolState } from './connections.ts';

/** A query as it goes to a thread. */
export interface ThreadQuestion {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** The answer of a thread. */
export interface ThreadAnswer {
  readonly rows: readonly unknown[];
  readonly failure?: { readonly message: string; readonly code: string | undefined } | undefined;
}

interface Job {
  readonly question: ThreadQuestion;
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

interface Seat {
  worker: Worker | undefined;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Called when the thread has left its query. */
  freed: (() => void) | undefined;
  /** Shared with the thread: 1 once its query is cancelled. */
  readonly cancelled: Int32Array;
}

const IDLE_MS = 60_000;
/** Two: one long query keeps no short one waiting. */
const MAX_THREADS = 2;
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

const ENTRY = new URL('./read-thread.ts', import.meta.url);

function toError({ message, code }: NonNullable<ThreadAnswer['failure']>): Error {
  const error = new Error(message);
  return code === undefined ? error : Object.assign(error, { code });
}

/** Threads that read a SQLite file. Disposing cancels their queries and ends them. */
export class ReadThreads implements AsyncDisposable {
  readonly #path: string;
  readonly #seats: readonly Seat[];
  #waiting: Job[] = [];
  #closed = false;

  constructor(path: string) {
    this.#path = path;
    this.#seats = Array.from({ length: MAX_THREADS }, () => ({
      worker: undefined,
      job: undefined,
      timer: undefined,
      freed: undefined,
      cancelled: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    }));
  }

  /**
   * Runs a reading query; it waits while all threads are busy.
   * @param signal cancels the query, which then finds no rows
   */
  async run(question: ThreadQuestion, signal?: AbortSignal): Promise<readonly unknown[]> {
    if (this.#closed) throw new Error('The database is closed');
    if (signal?.aborted === true) return [];
    return await new Promise((resolve, reject) => {
      const drop = (): void => this.#drop(job);
      const job: Job = {
        question,
        resolve: (rows) => {
          signal?.removeEventListener('abort', drop);
          resolve(rows);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', drop);
          reject(error);
        },
      };
      signal?.addEventListener('abort', drop, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  /** The threads, counted as connections, and the queries that wait for one. */
  state(): PoolState {
    const open = this.#seats.filter(({ worker }) => worker !== undefined);
    const idle = open.filter(({ job }) => job === undefined);
    return { open: open.length, idle: idle.length, waiting: this.#waiting.length, max: MAX_THREADS };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    const error = new Error('The database was closed');
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    await Promise.all(
      this.#seats.map(async (seat) => {
        Atomics.store(seat.cancelled, 0, 1);
        await this.#leave(seat, error);
        await this.#stop(seat);
      }),
    );
  }

  /** Cancels a query: at once while it waits, else at one of its next rows. */
  #drop(job: Job): void {
    const index = this.#waiting.indexOf(job);
    if (index >= 0) this.#waiting.splice(index, 1);
    else {
      const seat = this.#seats.find((candidate) => candidate.job === job);
      if (seat !== undefined) Atomics.store(seat.cancelled, 0, 1);
    }
    job.resolve([]);
  }

  #next(): void {
    const free = this.#seats.filter(({ job }) => job === undefined);
    const seat = free.find(({ worker }) => worker !== undefined) ?? free[0];
    if (seat === undefined || this.#closed) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    clearTimeout(seat.timer);
    seat.job = job;
    Atomics.store(seat.cancelled, 0, 0);
    seat.worker ??= this.#open(seat);
    seat.worker.ref();
    seat.worker.postMessage(job.question);
  }

  #open(seat: Seat): Worker {
    const worker = new Worker(ENTRY, {
      workerData: { path: this.#path, cancelled: seat.cancelled },
      resourceLimits: LIMITS,
    });
    worker.on('message', (answer: ThreadAnswer) => {
      if (seat.worker === worker) this.#finish(seat, answer);
    });
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      if (seat.worker !== worker) return;
      seat.worker = undefined;
      seat.job?.reject(new Error('The thread that read the database has stopped', { cause }));
      seat.job = undefined;
      seat.freed?.();
      this.#next();
    });
    return worker;
  }

  #finish(seat: Seat, { rows, failure }: ThreadAnswer): void {
    const { job } = seat;
    seat.job = undefined;
    seat.worker?.unref();
    seat.timer = setTimeout(() => void this.#stop(seat), IDLE_MS).unref();
    if (failure === undefined) job?.resolve(rows);
    else job?.reject(toError(failure));
    seat.freed?.();
    this.#next();
  }

  /** Waits until a cancelled query has ended: in a thread that is being terminated it no longer hears of the cancel. */
  async #leave(seat: Seat, error: Error): Promise<void> {
    const { job } = seat;
    if (job === undefined) return;
    const left = new Promise<void>((resolve) => (seat.freed = resolve));
    job.reject(error);
    await left;
  }

  async #stop(seat: Seat): Promise<void> {
    clearTimeout(seat.timer);
    const { worker } = seat;
    seat.worker = undefined;
    await worker?.terminate();
  }
}
