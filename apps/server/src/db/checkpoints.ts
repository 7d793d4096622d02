import { Worker } from 'node:worker_threads';

/** What the thread answers after a checkpoint. */
export interface CheckpointAnswer {
  /** Pages that came into the log meanwhile, or that a reader still needs there. */
  readonly left: number;
}

/** Few commits are left to the writer's own checkpoint. */
const MIN_COMMITS = 64;
/** Between two checkpoints: a page that is written often is copied once. */
const EVERY_MS = 500;
const IDLE_MS = 30_000;
const ENTRY = new URL('./checkpoint-thread.ts', import.meta.url);
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/**
 * Copies SQLite's write-ahead log into the database file, in a thread, so that no commit waits for the disk. The thread starts
 * when much is written. Disposing waits for the running checkpoint.
 */
export class Checkpoints implements AsyncDisposable {
  readonly #path: string;
  #worker: Worker | undefined;
  #commits = 0;
  #timer: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The running checkpoint; `#end` resolves it. */
  #running: Promise<void> | undefined;
  #end = (): void => undefined;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** To be called after each transaction. */
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
      // SQLite reuses the log from its start only once all of it is in the file.
      if (left > 0) this.#plan();
      else if (!this.#closed) this.#idle = setTimeout(() => void this.#stop(), IDLE_MS).unref();
    });
    // Without the thread the writer makes the checkpoint when the log has grown.
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
