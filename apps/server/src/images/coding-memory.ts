/** Who waits for a picture: a page that someone looks at is made before a cover of a scan. */
export type CodingPriority = 'viewer' | 'background';

/** A place among all who want to code a picture, as it goes to another thread. */
export interface CodingPlace {
  /** What all threads of the process share. */
  readonly memory: SharedArrayBuffer;
  /** Id of the owner: above 0 and unique in the process. */
  readonly owner: number;
  readonly priority: CodingPriority;
}

/** Goes up with whatever may let another user begin. */
const ROUND = 0;
/** Then who wants a slot before everybody in the background: as many as threads that serve people, and one for the main thread. */
const WANTING = { begin: 1, end: 9 };
/** Then the owner of each slot; 0 means free. */
const SLOTS = { begin: WANTING.end, end: WANTING.end + 2 };

/** The library's threads are shared with files and inflating: more than two pictures in flight would starve page reads. */
export function newCodingMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(SLOTS.end * Int32Array.BYTES_PER_ELEMENT);
}

/**
 * The slots in which pictures are coded, seen from any thread: whoever draws a cover need not wait until the main thread, which may be
 * writing, has heard that another one is finished. Owners are named, so that what a thread held that was stopped can be given back.
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

  #tell(): void {
    Atomics.add(this.#words, ROUND, 1);
    Atomics.notify(this.#words, ROUND);
  }

  /** To be read before a slot is asked for that is waited for afterwards. */
  get round(): number {
    return Atomics.load(this.#words, ROUND);
  }

  /** Takes a slot if there is one; a user in the background takes none that a person waits for. */
  tryTake(owner: number, priority: CodingPriority): boolean {
    if (priority === 'background' && this.#isWanted()) return false;
    if (!this.#take(SLOTS, owner)) return false;
    if (priority === 'viewer' && this.#leave(WANTING, owner)) this.#tell();
    return true;
  }

  /** Keeps background work from the next slot; no effect when too many already wait. */
  want(owner: number): void {
    const { begin, end } = WANTING;
    for (let at = begin; at < end; at += 1) if (Atomics.load(this.#words, at) === owner) return;
    this.#take(WANTING, owner);
  }

  /** Gives back whatever the owner holds or wants; nothing more than once. */
  free(owner: number): void {
    const held = this.#leave(SLOTS, owner);
    const wanted = this.#leave(WANTING, owner);
    if (held || wanted) this.#tell();
  }

  /** Waits until something has changed since that round, or for so long. */
  async change(round: number, ms: number): Promise<void> {
    await Atomics.waitAsync(this.#words, ROUND, round, ms).value;
  }
}

/** How long a thread waits before it says that it still does. */
const WORD_MS = 1_000;

/**
 * Waits in a thread until a picture may be coded; that alone keeps no thread alive. Disposing gives the slot back.
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
