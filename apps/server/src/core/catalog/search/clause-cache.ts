import type { Database } from '#db/open.ts';
import type { CacheState } from '#metrics/counters.ts';

/** One condition of a filter. All conditions must hold. */
export interface FilterPart {
  /** Identifies the rows that it finds. */
  readonly name: string;
  /** Whether the filter excludes those rows. */
  readonly isDenied: boolean;
  /** Distinct ids of at most `most` rows, in no order. */
  readonly list: (most: number) => Promise<readonly string[]>;
}

interface Narrowed<Part> {
  /** Rows that pass the cached conditions, in no order. */
  readonly ids: readonly string[];
  /** Conditions that the query must still check. */
  readonly left: readonly Part[];
}

/** Undefined for a condition that finds too many. */
type Found = ReadonlySet<string> | undefined;

interface Entry {
  readonly found: Promise<Found>;
  size: number;
}

/** The most rows of a condition. */
const MAX_FOUND = 40_000;
/** Looking up this many rows takes as long as reading a large catalog. */
const MAX_CANDIDATES = 15_000;
/** Rows of all conditions: some ten megabytes. */
const MAX_KEPT = 150_000;
/** Also conditions that find too many. */
const MAX_PARTS = 256;

/** Caches what conditions of filters find until the next commit. When one condition changes, the others are not queried again. */
export class ClauseCache {
  readonly #db: Pick<Database, 'snapshot'>;
  /** Least recently used first. */
  readonly #parts = new Map<string, Entry>();
  #snapshot = '';
  #hits = 0;
  #misses = 0;

  constructor(db: Pick<Database, 'snapshot'>) {
    this.#db = db;
  }

  /** Undefined when the conditions find too much, or when another write came in between: the query then takes the whole filter. */
  async narrow<Part extends FilterPart>(parts: readonly Part[]): Promise<Narrowed<Part> | undefined> {
    if (parts.every(({ isDenied }) => isDenied)) return undefined;
    const snapshot = await this.#db.snapshot();
    if (snapshot !== this.#snapshot) {
      this.#snapshot = snapshot;
      this.#parts.clear();
    }
    const found = await Promise.all(parts.map(async (part) => ({ part, ids: await this.#find(part) })));
    if ((await this.#db.snapshot()) !== snapshot) return undefined;
    const ids = intersect(found.map(({ part: { isDenied }, ids: some }) => ({ isDenied, ids: some })));
    if (ids === undefined || ids.length > MAX_CANDIDATES) return undefined;
    return { ids, left: found.filter((one) => one.ids === undefined).map(({ part }) => part) };
  }

  state(): CacheState {
    return { hits: this.#hits, misses: this.#misses, entries: this.#parts.size, bytes: null, maxBytes: null };
  }

  async #find(part: FilterPart): Promise<Found> {
    const { name, list } = part;
    const known = this.#parts.get(name);
    if (known !== undefined) {
      this.#hits += 1;
      this.#parts.delete(name);
      this.#parts.set(name, known);
      return known.found.catch(async (error: unknown) => {
        if (!isCancelled(error)) throw error;
        return this.#find(part);
      });
    }
    this.#misses += 1;
    const entry: Entry = { found: ask(list), size: 0 };
    this.#parts.set(name, entry);
    try {
      const found = await entry.found;
      entry.size = found?.size ?? 0;
      this.#makeRoom();
      return found;
    } catch (error) {
      if (this.#parts.get(name) === entry) this.#parts.delete(name);
      throw error;
    }
  }

  #makeRoom(): void {
    let kept = 0;
    for (const { size } of this.#parts.values()) kept += size;
    for (const [name, { size }] of this.#parts) {
      if (kept <= MAX_KEPT && this.#parts.size <= MAX_PARTS) return;
      this.#parts.delete(name);
      kept -= size;
    }
  }
}

/** Whether the request that ran the query was cancelled. */
function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

async function ask(list: FilterPart['list']): Promise<Found> {
  const ids = await list(MAX_FOUND + 1);
  return ids.length > MAX_FOUND ? undefined : new Set(ids);
}

/** Rows that all positive sets and no denied set has; undefined when no positive set is known. */
function intersect(
  sets: readonly { readonly isDenied: boolean; readonly ids: Found }[],
): readonly string[] | undefined {
  const known = sets.flatMap(({ isDenied, ids }) => (ids === undefined ? [] : [{ isDenied, ids }]));
  const [smallest, ...others] = known
    .filter(({ isDenied }) => !isDenied)
    .map(({ ids }) => ids)
    .toSorted((one, other) => one.size - other.size);
  if (smallest === undefined) return undefined;
  const denied = known.filter(({ isDenied }) => isDenied).map(({ ids }) => ids);
  return [...smallest].filter((id) => others.every((ids) => ids.has(id)) && !denied.some((ids) => ids.has(id)));
}
