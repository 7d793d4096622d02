import type { EventBus } from '#events/bus.ts';
import type { CacheState } from '#metrics/counters.ts';

/** A row with its offset in a list. */
interface KnownRow {
  readonly offset: number;
  /** Value of the sort column. */
  readonly key: string | number;
  readonly id: string;
}

interface KnownList {
  total: Promise<number> | undefined;
  /** By offset, ascending. */
  readonly rows: KnownRow[];
}

interface FoundPage {
  readonly first?: { readonly id: string; readonly key?: string | number | null | undefined } | undefined;
}

interface PageQueries<Page> {
  /** Finds the rows of the page, counting from `start` where a row before the page is known. */
  readonly find: (start: KnownRow | undefined) => Promise<Page>;
  readonly count: () => Promise<number>;
}

/** Other processes change the catalog without an event. */
const TRUST_MS = 10_000;
const MAX_LISTS = 200;
/** Known rows that are closer than this save nothing. */
const MIN_GAP = 50;
const MAX_ROWS = 4_000;

/** Index of the last row whose offset is at most `offset`, or -1. */
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

function learn(rows: KnownRow[], row: KnownRow): void {
  const index = lastUpTo(rows, row.offset);
  const before = rows[index]?.offset ?? 0;
  const after = rows[index + 1]?.offset ?? Infinity;
  if (row.offset - before < MIN_GAP || after === row.offset || rows.length >= MAX_ROWS) return;
  rows.splice(index + 1, 0, row);
}

/**
 * Caches the length of lists and some of their rows until the catalog changes. A deep page starts at a known row instead of
 * counting from the top.
 */
export class ListCache implements Disposable {
  readonly #lists = new Map<string, KnownList>();
  readonly #subscription: Disposable;
  #changes = 0;
  #hits = 0;
  #misses = 0;
  #since = Date.now();

  constructor(events: EventBus) {
    this.#subscription = events.onChange(({ name }) => {
      if (name === 'cover_updated' || name === 'duplicates_updated') return;
      this.#changes += 1;
      this.#clear();
    });
  }

  /** Number of changes of the catalog so far that had an event. */
  changes(): number {
    return this.#changes;
  }

  /** Reads a page. @param name identifies the rows of the list and their order */
  async page<Page extends FoundPage>(
    name: string,
    offset: number,
    { find, count }: PageQueries<Page>,
  ): Promise<Page & { readonly total: number }> {
    const list = this.#list(name);
    // A change drops the list from the cache, and with it all that this page learns.
    const { rows } = list;
    const [page, total] = await Promise.all([find(rows[lastUpTo(rows, offset)]), this.#total(list, count)]);
    const { first } = page;
    if (first?.key !== undefined && first.key !== null) learn(rows, { offset, key: first.key, id: first.id });
    return { ...page, total };
  }

  state(): CacheState {
    return { hits: this.#hits, misses: this.#misses, entries: this.#lists.size, bytes: null, maxBytes: null };
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
  }

  #list(name: string): KnownList {
    if (Date.now() - this.#since > TRUST_MS) this.#clear();
    let list = this.#lists.get(name);
    if (list === undefined) {
      if (this.#lists.size >= MAX_LISTS) this.#lists.clear();
      list = { total: undefined, rows: [] };
      this.#lists.set(name, list);
    }
    return list;
  }

  /** Concurrent requests share one count. */
  async #total(list: KnownList, count: () => Promise<number>): Promise<number> {
    if (list.total !== undefined) {
      this.#hits += 1;
      return list.total;
    }
    this.#misses += 1;
    list.total = count();
    try {
      return await list.total;
    } catch (error) {
      list.total = undefined;
      throw error;
    }
  }

  #clear(): void {
    this.#since = Date.now();
    this.#lists.clear();
  }
}
