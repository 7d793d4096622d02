import { z } from 'zod';
import type { EventBus } from '#events/bus.ts';
import type { EventRecord } from '#events/frames.ts';
import type { CacheState } from '#metrics/counters.ts';

/** A row whose place in a list is known. */
export interface KnownRow {
  readonly offset: number;
  readonly key: string | number;
  readonly id: string;
}

/**
 * What has been learnt about the catalog's lists, until the catalog changes: how many rows a list has, and where some of them
 * stand, so that a deep page begins near its first row instead of counting from the top.
 */
export interface ListCache extends Disposable {
  /** Grows with every change of the catalog: what was read before is not to be learnt afterwards. */
  readonly version: () => number;
  /** Grows with every change of the catalog that a user told of, and with nothing else. */
  readonly changes: () => number;
  /**
   * Rows of a list, counted when not known.
   * @param list a name that says all that decides which rows are in it
   */
  readonly total: (list: string, count: () => Promise<number>) => Promise<number>;
  /** The known row of a list that is nearest to `offset` and not behind it. */
  readonly nearest: (list: string, offset: number) => KnownRow | undefined;
  /** Remembers where a row stands; `version` is the one before it was read. */
  readonly learn: (list: string, row: KnownRow, version: number) => void;
  readonly state: () => CacheState;
}

interface KnownList {
  total: number | undefined;
  /** By offset, ascending. */
  rows: KnownRow[];
}

/** Changes by other processes may come without an event: a count is not believed longer than this. */
const TRUST_MS = 10_000;
const MAX_LISTS = 200;
/** Known rows closer to each other than this save nothing. */
const MIN_GAP = 50;
const MAX_ROWS = 4_000;

/** Index of the last row that is not behind `offset`, or -1. */
function lastUpTo(rows: readonly KnownRow[], offset: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.offset ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Events after which all rows are where they were. */
const HARMLESS: ReadonlySet<string> = new Set(['cover_updated', 'duplicates_updated']);
/** Fields of a book or series that decide in which lists it is. */
const PLACES: ReadonlySet<unknown> = new Set(['deleted', 'path', 'sharingTags']);

const Told = z.object({ fields: z.array(z.string()).optional() });

/**
 * Whether a change leaves every list as long as it was: one that tells of other fields, and the analysis of a book, which
 * tells of none. A series that tells of none got a book, or lost one.
 */
function keepsTotals({ name, json }: EventRecord): boolean {
  if (name !== 'book_updated' && name !== 'series_updated') return false;
  const { fields } = Told.parse(JSON.parse(json));
  return fields === undefined ? name === 'book_updated' : !fields.some((field) => PLACES.has(field));
}

class Lists implements ListCache {
  readonly #lists = new Map<string, KnownList>();
  /** Counts that have begun since a list may have become longer or shorter. */
  readonly #counts = new Map<string, Promise<number>>();
  readonly #subscription: Disposable;
  #version = 0;
  #changes = 0;
  /** Grows when a list may have become longer or shorter. */
  #lengths = 0;
  #hits = 0;
  #misses = 0;
  #since = Date.now();

  constructor(events: EventBus) {
    this.#subscription = events.onChange((change) => {
      if (HARMLESS.has(change.name)) return;
      this.#changes += 1;
      if (keepsTotals(change)) this.#forgetRows();
      else this.#forget();
    });
  }

  version(): number {
    if (Date.now() - this.#since > TRUST_MS) this.#forget();
    return this.#version;
  }

  changes(): number {
    return this.#changes;
  }

  async total(list: string, count: () => Promise<number>): Promise<number> {
    this.version();
    const known = this.#lists.get(list)?.total;
    if (known !== undefined) {
      this.#hits += 1;
      return known;
    }
    this.#misses += 1;
    // Many ask at once after a change: one count answers all.
    const running = this.#counts.get(list);
    if (running !== undefined) return running;
    const counting = this.#count(list, count);
    this.#counts.set(list, counting);
    return counting;
  }

  nearest(list: string, offset: number): KnownRow | undefined {
    this.version();
    const rows = this.#lists.get(list)?.rows;
    return rows?.[lastUpTo(rows, offset)];
  }

  learn(list: string, row: KnownRow, version: number): void {
    if (version !== this.#version) return;
    const { rows } = this.#list(list);
    const index = lastUpTo(rows, row.offset);
    const before = rows[index]?.offset ?? 0;
    const after = rows[index + 1]?.offset ?? Infinity;
    if (row.offset - before < MIN_GAP || after === row.offset || rows.length >= MAX_ROWS) return;
    rows.splice(index + 1, 0, row);
  }

  state(): CacheState {
    return { hits: this.#hits, misses: this.#misses, entries: this.#lists.size, bytes: null, maxBytes: null };
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
  }

  async #count(list: string, count: () => Promise<number>): Promise<number> {
    const lengths = this.#lengths;
    try {
      const counted = await count();
      if (lengths === this.#lengths) this.#list(list).total = counted;
      return counted;
    } finally {
      // After a change another count may have taken its place.
      if (lengths === this.#lengths) this.#counts.delete(list);
    }
  }

  #list(name: string): KnownList {
    let list = this.#lists.get(name);
    if (list === undefined) {
      if (this.#lists.size >= MAX_LISTS) this.#lists.clear();
      list = { total: undefined, rows: [] };
      this.#lists.set(name, list);
    }
    return list;
  }

  #forgetRows(): void {
    this.#version += 1;
    for (const list of this.#lists.values()) list.rows = [];
  }

  #forget(): void {
    this.#version += 1;
    this.#lengths += 1;
    this.#since = Date.now();
    this.#lists.clear();
    this.#counts.clear();
  }
}

/** An empty cache that listens for changes of the catalog. */
export function createListCache(events: EventBus): ListCache {
  return new Lists(events);
}
