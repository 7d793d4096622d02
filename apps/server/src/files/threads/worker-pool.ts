import type { Worker } from 'node:worker_threads';
import { FormatError } from '@lectern/formats/errors';
import { releaseThread, takeThread, type ThreadKind } from './spare-threads.ts';
import { restoreError, type WorkerReply, type WorkerSeat } from './worker-messages.ts';

/** Options of one job. */
export interface JobOptions {
  /** After this long without a message the worker is stopped and the job fails with `limit.time`. */
  readonly timeLimitMs: number;
  /** True for background work: it goes last, and only to background threads where there are any. */
  readonly background: boolean;
  /** Removes a waiting job. Running background work is stopped after a grace period. */
  readonly signal?: AbortSignal | undefined;
  /** Jobs of one name prefer the worker that ran the last of them: it may have the file open. */
  readonly affinity?: string | undefined;
  /** Called with each progress message, in order. */
  readonly onProgress?: ((progress: unknown) => void) | undefined;
  /**
   * Called when a stopped thread has ended, perhaps after the job failed: until then it may still take shared
   * resources.
   */
  readonly onStopped?: (() => void) | undefined;
}

/** A pool of threads that each run one job at a time. Disposing stops them at once. */
export interface WorkerPool<Request, Values> extends AsyncDisposable {
  readonly run: <Kind extends keyof Values>(
    request: Request & { readonly kind: Kind },
    options: JobOptions,
  ) => Promise<Values[Kind]>;
}

interface Job {
  readonly request: object;
  readonly options: JobOptions;
  readonly settle: (error: Error | undefined, value?: unknown) => void;
}

interface Seat {
  /** Runs background work at a low priority; requests take it last. */
  readonly isBackground: boolean;
  worker: Worker | undefined;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  affinity: string | undefined;
}

/** An idle thread ends after this time and frees its memory. */
const IDLE_MS = 60_000;
/** Objects live shortly; a larger nursery would only hold memory. */
const YOUNG_MB = 16;
/** Time for cancelled background work to finish by itself. */
const GRACE_MS = 1_000;

/** A system code: the file is not at fault, as with a failing disk. */
function toStoppedError(): Error {
  return Object.assign(new Error('The reading threads have been stopped'), { code: 'ERR_STOPPED' });
}

/** The error of a job whose worker died. */
function toDeathError(cause: unknown): Error {
  const outOfMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory
    ? new FormatError('file.too-large', 'Reading the file needs more memory than is allowed', { cause })
    : new Error('The reading thread stopped unexpectedly', { cause });
}

class Pool {
  readonly #kind: ThreadKind;
  readonly #seats: Seat[];
  #waiting: Job[] = [];
  #closed = false;
  #count = 0;

  constructor(kind: ThreadKind, size: number, backgroundSeats: number) {
    this.#kind = kind;
    const empty = { worker: undefined, job: undefined, timer: undefined, affinity: undefined };
    this.#seats = Array.from({ length: size }, (_, index) => ({ ...empty, isBackground: index < backgroundSeats }));
  }

  async run(request: object, options: JobOptions): Promise<unknown> {
    options.signal?.throwIfAborted();
    if (this.#closed) throw toStoppedError();
    return await new Promise((resolve, reject) => {
      const end = (error: Error | undefined, value?: unknown): void => {
        options.signal?.removeEventListener('abort', leave);
        if (error === undefined) resolve(value);
        else reject(error);
      };
      const job: Job = { request, options, settle: end };
      const leave = (): void => {
        const reason: unknown = options.signal?.reason;
        this.#leave(job, reason instanceof Error ? reason : new Error('Nobody waits for the file any more'));
      };
      options.signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  #leave(job: Job, reason: Error): void {
    if (this.#waiting.includes(job)) {
      this.#waiting = this.#waiting.filter((other) => other !== job);
      job.settle(reason);
    } else if (job.options.background) {
      const stop = (): void => {
        const seat = this.#seats.find((candidate) => candidate.job === job);
        if (seat !== undefined) void this.#stop(seat, reason);
      };
      setTimeout(stop, GRACE_MS).unref();
    }
  }

  #getKind({ isBackground }: Seat): ThreadKind {
    const data: WorkerSeat = { isBackground };
    return { ...this.#kind, data };
  }

  get #hasBackground(): boolean {
    return this.#seats.some(({ isBackground }) => isBackground);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const job of waiting) job.settle(toStoppedError());
    await Promise.all(
      this.#seats.map(async (seat) =>
        seat.job === undefined ? this.#releaseSeat(seat) : this.#stop(seat, toStoppedError()),
      ),
    );
  }

  /** The next job that may start, and its seat: viewers first. */
  #choose(): { readonly job: Job; readonly seat: Seat } | undefined {
    const free = this.#seats.filter(({ job }) => job === undefined);
    const wanted = this.#waiting.find(({ options }) => !options.background);
    if (wanted !== undefined) {
      const { affinity } = wanted.options;
      const kept = affinity === undefined ? undefined : free.find((seat) => seat.affinity === affinity);
      const seat = kept ?? free.find(({ isBackground }) => !isBackground) ?? free[0];
      return seat === undefined ? undefined : { job: wanted, seat };
    }
    const [job] = this.#waiting;
    const seat = this.#hasBackground ? free.find(({ isBackground }) => isBackground) : free[0];
    return job === undefined || seat === undefined ? undefined : { job, seat };
  }

  #next(): void {
    for (let next = this.#choose(); next !== undefined; next = this.#choose()) {
      const { job, seat } = next;
      this.#waiting = this.#waiting.filter((other) => other !== job);
      this.#start(seat, job);
    }
  }

  #start(seat: Seat, job: Job): void {
    clearTimeout(seat.timer);
    seat.job = job;
    seat.affinity = job.options.affinity ?? seat.affinity;
    seat.worker ??= this.#open(seat);
    this.#limit(seat, job);
    this.#count += 1;
    seat.worker.ref();
    seat.worker.postMessage({ id: this.#count, request: job.request });
  }

  #limit(seat: Seat, { options: { timeLimitMs } }: Job): void {
    seat.timer = setTimeout(() => {
      const seconds = Math.round(timeLimitMs / 1000);
      void this.#stop(seat, new FormatError('limit.time', `Reading the file took longer than ${seconds} s`));
    }, timeLimitMs);
  }

  #open(seat: Seat): Worker {
    const worker = takeThread(this.#getKind(seat));
    // A stopped thread may still send messages; its seat has another job by then.
    worker.on('message', (reply: WorkerReply) => {
      if (seat.worker !== worker) return;
      if ('progress' in reply) {
        seat.timer?.refresh();
        seat.job?.options.onProgress?.(reply.progress);
      } else this.#finish(seat, reply);
    });
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      if (seat.worker !== worker) return;
      seat.worker = undefined;
      seat.affinity = undefined;
      this.#free(seat)?.settle(toDeathError(cause));
      this.#next();
    });
    return worker;
  }

  #finish(seat: Seat, reply: Extract<WorkerReply, { readonly ok: boolean }>): void {
    const job = this.#free(seat);
    seat.worker?.unref();
    seat.timer = setTimeout(() => void this.#stop(seat, undefined), IDLE_MS).unref();
    if (reply.ok) job?.settle(undefined, reply.value);
    else job?.settle(restoreError(reply.error));
    this.#next();
  }

  #free(seat: Seat): Job | undefined {
    const { job } = seat;
    clearTimeout(seat.timer);
    seat.timer = undefined;
    seat.job = undefined;
    return job;
  }

  async #stop(seat: Seat, reason: Error | undefined): Promise<void> {
    const { worker } = seat;
    seat.worker = undefined;
    seat.affinity = undefined;
    const job = this.#free(seat);
    job?.settle(reason ?? new Error('The reading thread was stopped'));
    if (!this.#closed) this.#next();
    await worker?.terminate();
    job?.options.onStopped?.();
  }

  async #releaseSeat(seat: Seat): Promise<void> {
    const { worker } = seat;
    seat.worker = undefined;
    this.#free(seat);
    if (worker !== undefined) await releaseThread(this.#getKind(seat), worker);
  }
}

/**
 * Creates a pool whose threads start when needed.
 * @param entry module of each thread; answers every `{id, request}` with one WorkerReply
 * @param size threads at most, 1 or more
 * @param memoryMb JavaScript heap of one thread; a file that needs more is refused
 * @param backgroundThreads threads for background work, fewer than `size`; they run at a low priority
 */
export function createWorkerPool<Request extends object, Values>(
  entry: URL,
  size: number,
  memoryMb: number,
  backgroundThreads = 0,
): WorkerPool<Request, Values> {
  const limits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
  const pool = new Pool({ entry, limits }, size, backgroundThreads);
  return {
    // The worker answers each kind of request with the value that `Values` names.
    run: async <Kind extends keyof Values>(request: Request & { readonly kind: Kind }, options: JobOptions) =>
      (await pool.run(request, options)) as Values[Kind],
    [Symbol.asyncDispose]: async () => pool.close(),
  };
}
