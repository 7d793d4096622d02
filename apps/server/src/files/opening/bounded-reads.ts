import { closeAsync } from './open-inside.ts';

/** The file system of a library does not answer. The code is a system code: callers treat it as a refusing disk. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('This library does not answer');
  }
}

/** Limits of one library. */
export interface ReadLimits {
  /** Concurrent reads. */
  readonly slots: number;
  /** Milliseconds until the caller gets an error. */
  readonly timeMs: number;
}

/** Long enough for a disk to spin up. */
export const ANSWER_LIMIT_MS = 15_000;

interface Waiter {
  readonly start: () => void;
  readonly reject: (error: Error) => void;
}

interface Library {
  running: number;
  /** Running reads whose callers already got an error. */
  overdue: number;
  waiting: Waiter[];
  /** Descriptors are closed one after the other: closing may hang, too. */
  closing: Promise<void>;
}

/**
 * Bounds the reads of each library. A system call on a hung disk cannot be cancelled and keeps its thread of Node's pool, so its
 * slot is free only when the call returns.
 */
export class BoundedReads {
  readonly #limits: ReadLimits;
  readonly #libraries = new Map<string, Library>();

  constructor(limits: ReadLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a call when the library has a free slot. Fails at once when all slots are overdue.
   * @param root absolute folder of the library
   * @param discard receives a value that arrives after the caller's error
   * @throws {UnansweredError}
   */
  async run<Value>(
    root: string,
    call: () => Promise<Value>,
    discard: (value: Value) => void = () => undefined,
  ): Promise<Value> {
    const library = this.#find(root);
    if (library.overdue >= this.#limits.slots) throw new UnansweredError();
    if (library.running >= this.#limits.slots) {
      await new Promise<void>((resolve, reject) => library.waiting.push({ start: resolve, reject }));
    } else library.running += 1;
    return await this.#call(library, call, discard);
  }

  /** Closes a descriptor and ignores errors. */
  async close(root: string, fd: number): Promise<void> {
    const library = this.#find(root);
    library.closing = library.closing
      .then(async () => closeAsync(fd))
      // The disk is gone, and the descriptor with it.
      .catch(() => undefined);
    await library.closing;
  }

  #find(root: string): Library {
    let library = this.#libraries.get(root);
    if (library === undefined) {
      library = { running: 0, overdue: 0, waiting: [], closing: Promise.resolve() };
      this.#libraries.set(root, library);
    }
    return library;
  }

  /** Runs a call in a slot that was taken. */
  #call<Value>(library: Library, call: () => Promise<Value>, discard: (value: Value) => void): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        library.overdue += 1;
        reject(new UnansweredError());
        if (library.overdue < this.#limits.slots) return;
        for (const waiter of library.waiting.splice(0)) waiter.reject(new UnansweredError());
      }, this.#limits.timeMs);
      const end = (): void => {
        clearTimeout(timer);
        if (isLate) library.overdue -= 1;
        const next = library.waiting.shift();
        // The slot passes directly to the next waiter: no later request can take it.
        if (next === undefined) library.running -= 1;
        else next.start();
      };
      call().then(
        (value) => {
          end();
          if (isLate) discard(value);
          else resolve(value);
        },
        (error: unknown) => {
          end();
          reject(error instanceof Error ? error : new Error('The read failed', { cause: error }));
        },
      );
    });
  }
}

/** Bounds reads of pages and file states for the whole process. */
export const libraryReads = new BoundedReads({ slots: 4, timeMs: ANSWER_LIMIT_MS });
