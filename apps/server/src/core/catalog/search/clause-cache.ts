import type { Database } from '#db/open.ts';
import type { CacheState } from '#metrics/counters.ts';

/** A part of a filter all of whose parts have to hold. */
export interface FilterPart {
  /** Says all that decides which rows it finds. */
  readonly name: string;
  /** Whether what it finds is what the filter leaves out. */
  readonly isDenied: boolean;
  /** Ids of what it finds, in no order and each once; of more than `most` any so many. */
  readonly list: (most: number) => Promise<readonly string[]>;
}

/** What is left of a filter once some of its parts are known. */
export interface Narrowed<Part> {
  /** All that pass the parts that are known, in no order. */
  readonly ids: readonly string[];
  /** Those that still have to be asked for. */
  readonly left: readonly Part[];
}

/**
 * What parts of filters find, until anything at all is written to the database: a filter of which one part changes is not worked
 * out again as a whole.
 */
export interface ClauseCache {
  /** Undefined where the parts say little, or nothing that still holds: then the filter is asked for as a whole. */
  readonly narrow: <Part extends FilterPart>(parts: readonly Part[]) => Promise<Narrowed<Part> | undefined>;
  readonly state: () => CacheState;
}

/** A part that finds more than this tells too little. */
const MAX_FOUND = 40_000;
/** Looking so many rows up one by one takes no longer than looking through all of a large catalog. */
const MAX_CANDIDATES = 15_000;
/** Of all parts together: some ten megabytes. */
const MAX_KEPT = 150_000;
/** What finds too much is remembered as well, and takes nearly nothing. */
const MAX_PARTS = 256;

/** Undefined for what finds too much. */
type Found = ReadonlySet<string> | undefined;

class Parts implements ClauseCache {
  readonly #db: Pick<Database, 'snapshot'>;
  /** The longest unused first. */
  readonly #parts = new Map<string, { readonly found: Promise<Found>; size: number }>();
  #snapshot = '';
  #hits = 0;
  #misses = 0;

  constructor(db: Pick<Database, 'snapshot'>) {
    this.#db = db;
  }

  async narrow<Part extends FilterPart>(parts: readonly Part[]): Promise<Narrowed<Part> | undefined> {
    if (!parts.some(({ isDenied }) => !isDenied)) return undefined;
    const snapshot = await this.#db.snapshot();
    if (snapshot !== this.#snapshot) this.#forget(snapshot);
    const found = await Promise.all(parts.map(async (part) => ({ part, ids: await this.#find(part) })));
    // What came of different states would be the truth of none.
    if ((await this.#db.snapshot()) !== snapshot) return undefined;
    const ids = intersect(found.map(({ part: { isDenied }, ids: some }) => ({ isDenied, ids: some })));
    if (ids === undefined || ids.length > MAX_CANDIDATES) return undefined;
    return { ids, left: found.filter((one) => one.ids === undefined).map(({ part }) => part) };
  }

  state(): CacheState {
    return { hits: this.#hits, misses: this.#misses, entries: this.#parts.size, bytes: null, maxBytes: null };
  }

  #forget(snapshot: string): void {
    this.#snapshot = snapshot;
    this.#parts.clear();
  }

  async #find(part: FilterPart): Promise<Found> {
    const { name, list } = part;
    const known = this.#parts.get(name);
    if (known !== undefined) {
      this.#hits += 1;
      this.#parts.delete(name);
      this.#parts.set(name, known);
      return known.found.catch(async (error: unknown) => {
        if (!isGivenUp(error)) throw error;
        // The first request did not wait for it.
        return this.#find(part);
      });
    }
    this.#misses += 1;
    const entry = { found: ask(list), size: 0 };
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

function isGivenUp(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

async function ask(list: FilterPart['list']): Promise<Found> {
  const ids = await list(MAX_FOUND + 1);
  return ids.length > MAX_FOUND ? undefined : new Set(ids);
}

/** What is in all that are known and in none of those denied; undefined when none says what there is. */
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

/** An empty memory of parts. */
export function createClauseCache(db: Pick<Database, 'snapshot'>): ClauseCache {
  return new Parts(db);
}
