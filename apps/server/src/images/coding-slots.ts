import { CodingMemory, type CodingPlace, type CodingPriority, newCodingMemory } from './coding-memory.ts';

/** A place for another thread, which takes its slot with `takeCodingSlot`. */
export interface LentPlace extends Disposable {
  readonly place: CodingPlace;
}

/** Limits the process to two pictures being coded at once. */
export interface CodingSlots {
  /**
   * Runs `work` in a slot.
   * @param signal removes waiting work; running work continues
   */
  readonly run: <Value>(work: () => Promise<Value>, priority: CodingPriority, signal?: AbortSignal) => Promise<Value>;
  /**
   * Lends a place to another thread. Dispose it when the work has ended, to free what the thread still holds. When the
   * thread is stopped, dispose again after its end.
   */
  readonly lend: (priority: CodingPriority) => LentPlace;
}

interface Waiting {
  readonly owner: number;
  readonly priority: CodingPriority;
  readonly start: () => void;
}

/** Checks again after this time, in case a notification was lost. */
const LOOK_MS = 5_000;
const LAST_OWNER = 2 ** 31 - 1;

class Line {
  readonly memory: CodingMemory;
  #waiting: Waiting[] = [];
  #isServed = false;

  constructor(memory: CodingMemory) {
    this.memory = memory;
  }

  async take(owner: number, priority: CodingPriority, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    // First come, first served: a later request never overtakes a waiting one.
    if (this.#waiting.length === 0 && this.memory.tryTake(owner, priority)) return;
    if (priority === 'viewer') this.memory.want(owner);
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== place);
        this.memory.free(owner);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('Nobody waits for the picture any more'));
      };
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const place: Waiting = { owner, priority, start };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(place);
      if (!this.#isServed) void this.#serve();
    });
  }

  get #first(): Waiting | undefined {
    return this.#waiting.find(({ priority }) => priority === 'viewer') ?? this.#waiting[0];
  }

  async #serve(): Promise<void> {
    this.#isServed = true;
    for (let next = this.#first; next !== undefined; next = this.#first) {
      const { owner, priority, start } = next;
      const { round } = this.memory;
      if (this.memory.tryTake(owner, priority)) {
        this.#waiting = this.#waiting.filter((other) => other !== next);
        start();
      } else await this.#change(round);
    }
    this.#isServed = false;
  }

  async #change(round: number): Promise<void> {
    // Waiting for shared memory does not keep the process alive, but a request waits here.
    const alive = setInterval(() => undefined, LOOK_MS);
    await this.memory.change(round, LOOK_MS);
    clearInterval(alive);
  }
}

/** Creates the slots of the process. */
export function createCodingSlots(): CodingSlots {
  const shared = newCodingMemory();
  const memory = new CodingMemory(shared);
  const line = new Line(memory);
  let last = 0;
  const newOwner = (): number => {
    last = (last % LAST_OWNER) + 1;
    return last;
  };
  return {
    lend: (priority) => {
      const owner = newOwner();
      return { place: { memory: shared, owner, priority }, [Symbol.dispose]: () => memory.free(owner) };
    },
    run: async (work, priority, signal) => {
      const owner = newOwner();
      await line.take(owner, priority, signal);
      try {
        return await work();
      } finally {
        memory.free(owner);
      }
    },
  };
}
