import { Worker } from 'node:worker_threads';

/** What the thread tells after a checkpoint. */
export interface CheckpointAnswer {
  /** Pages that came into the log meanwhile, or that a reader still needs there. */
  readonly left: number;
}

/**
 * Takes what SQLite's log holds over into the file, in a thread: the pages are written and flushed there, and whoever commits
 * does not wait for it. Disposing waits for the checkpoint that is going on.
 */
export interface Checkpoints extends AsyncDisposable {
  /** To be called after each transaction. */
  readonly noteCommit: () => void;
}

/** Few transactions write little: they are left to the writer's own checkpoint. */
const MIN_COMMITS = 64;
/** Between two checkpoints: pages that are written again and again go over once. */
const EVERY_MS = 500;
/** The thread ends when nothing was to be done for so long. */
const IDLE_MS = 30_000;
const ENTRY = new URL('./checkpoint-thread.ts', import.meta.url);
/** It runs two statements, and makes nothing. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

class ThreadedCheckpoints implements Checkpoints {
  readonly #path: string;
  #worker: Worker | undefined;
  #commits = 0;
  #timer: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The checkpoint that is going on; `#end` tells that it is over. */
  #running: Promise<void> | undefined;
  #end = (): void => undefined;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
  }

  noteCommit(): void {
    this.#commits += 1;
    if (this.#commits >= MIN_COMMITS) this.#plan();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
    await this.#stop();
  }

  #plan(): void {
    if (this.#closed || this.#timer !== undefined || this.#running !== undefined) return;
    this.#timer = setTimeout(() => this.#run(), EVERY_MS).unref();
  }

  #run(): void {
    this.#timer = undefined;
    this.#commits = 0;
    clearTimeout(this.#idle);
    this.#running = new Promise((resolve) => {
      this.#end = () => {
        this.#running = undefined;
        resolve();
      };
    });
    this.#worker ??= this.#open();
    this.#worker.postMessage('checkpoint');
  }

  #open(): Worker {
    const worker = new Worker(ENTRY, { workerData: { path: this.#path }, resourceLimits: LIMITS });
    worker.unref();
    worker.on('message', ({ left }: CheckpointAnswer) => {
      this.#end();
      // What came meanwhile goes over with the next one, so that the log can begin again.
      if (left > 0) this.#plan();
      else if (!this.#closed) this.#idle = setTimeout(() => void this.#stop(), IDLE_MS).unref();
    });
    // The log stays, and the writer takes it over when it has grown: nothing is lost but time.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#end();
    });
    return worker;
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/** The thread is started when much is written, and ends when no more is. */
export function openCheckpoints(path: string): Checkpoints {
  return new ThreadedCheckpoints(path);
}
