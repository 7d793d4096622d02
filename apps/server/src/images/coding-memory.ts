/** Pages of viewers go before covers of a scan. */
export type CodingPriority = 'viewer' | 'background';

/** A place in the queue for coding pictures, in the form that passes between threads. */
export interface CodingPlace {
  /** Shared by all threads of the process. */
  readonly memory: SharedArrayBuffer;
  /** Id of the owner: above 0 and unique in the process. */
  readonly owner: number;
  readonly priority: CodingPriority;
}

/** Index of a counter that changes when a waiting owner may continue. */
const ROUND = 0;
/** Owners that wait with priority `viewer`: one for each thread that serves viewers, and one for the main thread. */
const WANTING = { begin: 1, end: 9 };
/** The owner of each slot; 0 is free. */
const SLOTS = { begin: WANTING.end, end: WANTING.end + 2 };

/** Two slots: sharp shares Node's pool with reads and inflating, and more pictures would starve page reads. */
export function newCodingMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(SLOTS.end * Int32Array.BYTES_PER_ELEMENT);
}

/**
 * Slots for coding pictures, visible to all threads: a thread takes a free slot without waiting for a busy main thread.
 * Slots name their owner, so that the slots of a stopped thread can be freed.
 */
export class CodingMemory {
  readonly #words: Int32Array<SharedArrayBuffer>;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory);
  }

  #take({ begin, end }: typeof SLOTS, owner: number): boolean {
    for (let at = begin; at < end; at += 1) if (Atomics.compareExchange(this.#words, at, 0, owner) === 0) return true;
    return false;
  }

  #leave({ begin, end }: typeof SLOTS, owner: number): boolean {
    for (let at = begin; at < end; at += 1) {
      if (Atomics.compareExchange(this.#words, at, owner, 0) === owner) return true;
    }
    return false;
  }

  #isWanted(): boolean {
    for (let at = WANTING.begin; at < WANTING.end; at += 1) if (Atomics.load(this.#words, at) !== 0) return true;
    return false;
  }

  #notify(): void {
    Atomics.add(this.#words, ROUND, 1);
    Atomics.notify(this.#words, ROUND);
  }

  /** Read it before a failed `tryTake`, then wait with `change`. */
  get round(): number {
    return Atomics.load(this.#words, ROUND);
  }

  /** Takes a free slot. Background owners take none while a viewer waits. */
  tryTake(owner: number, priority: CodingPriority): boolean {
    if (priority === 'background' && this.#isWanted()) return false;
    if (!this.#take(SLOTS, owner)) return false;
    if (priority === 'viewer' && this.#leave(WANTING, owner)) this.#notify();
    return true;
  }

  /** Keeps background work from the next slot; no effect when too many already wait. */
  want(owner: number): void {
    const { begin, end } = WANTING;
    for (let at = begin; at < end; at += 1) if (Atomics.load(this.#words, at) === owner) return;
    this.#take(WANTING, owner);
  }

  /** Frees the owner's slot and its place in the queue; safe to call twice. */
  free(owner: number): void {
    const held = this.#leave(SLOTS, owner);
    const wanted = this.#leave(WANTING, owner);
    if (held || wanted) this.#notify();
  }

  /** Waits for a change after that round, at most `ms`. */
  async change(round: number, ms: number): Promise<void> {
    await Atomics.waitAsync(this.#words, ROUND, round, ms).value;
  }
}

/** Interval in which a waiting thread reports. */
const WORD_MS = 1_000;

/**
 * Waits in a thread for a coding slot; waiting does not keep the thread alive. Disposing frees the slot.
 * @param stillWaiting called about every second
 */
export async function takeCodingSlot(place: CodingPlace, stillWaiting: () => void): Promise<Disposable> {
  const { owner, priority } = place;
  const memory = new CodingMemory(place.memory);
  let toldAt = performance.now();
  for (;;) {
    const { round } = memory;
    if (memory.tryTake(owner, priority)) return { [Symbol.dispose]: () => memory.free(owner) };
    if (priority === 'viewer') memory.want(owner);
    await memory.change(round, WORD_MS);
    if (performance.now() - toldAt < WORD_MS) continue;
    toldAt = performance.now();
    stillWaiting();
  }
}
