import type { StoredReading } from '#db/repos/reading/pack-reading.ts';
import type { CacheState } from '#metrics/counters.ts';

/** LRU cache of page lists and EPUB structures. */
export interface ReadingCache {
  /** The cached result of this analysis; undefined when it must be loaded. */
  readonly recall: (bookId: string, analyzedAt: number) => StoredReading | undefined;
  /** The result of one analysis. Concurrent calls share one load. An undefined result is not cached. */
  readonly get: (
    bookId: string,
    analyzedAt: number,
    load: () => Promise<StoredReading | undefined>,
  ) => Promise<StoredReading | undefined>;
  readonly state: () => CacheState;
}

interface Kept {
  readonly analyzedAt: number;
  readonly reading: Promise<StoredReading | undefined>;
  loaded: StoredReading | undefined;
  weight: number;
}

/** Total pages and resources, at some 300 bytes each. */
const MAX_WEIGHT = 100_000;

function weigh(reading: StoredReading | undefined): number {
  return 1 + (reading?.pages.length ?? 0) + (reading?.epub?.resources.length ?? 0);
}

/** Creates an empty cache. */
export function createReadingCache(): ReadingCache {
  /** Least recently used first. */
  const kept = new Map<string, Kept>();
  /** The most recently used one, if known. */
  let newest: Kept | undefined;
  let total = 0;
  let hits = 0;
  let misses = 0;

  const drop = (bookId: string, entry: Kept): void => {
    if (kept.get(bookId) !== entry) return;
    if (newest === entry) newest = undefined;
    kept.delete(bookId);
    total -= entry.weight;
  };

  const keep = (bookId: string, entry: Kept, reading: StoredReading | undefined): void => {
    if (reading === undefined) drop(bookId, entry);
    if (kept.get(bookId) !== entry) return;
    entry.loaded = reading;
    entry.weight = weigh(reading);
    total += entry.weight;
    for (const [oldId, old] of kept) {
      if (total <= MAX_WEIGHT || old === entry) return;
      drop(oldId, old);
    }
  };

  const find = (bookId: string, analyzedAt: number): Kept | undefined => {
    const known = kept.get(bookId);
    if (known?.analyzedAt !== analyzedAt) return undefined;
    hits += 1;
    if (known !== newest) {
      kept.delete(bookId);
      kept.set(bookId, known);
      newest = known;
    }
    return known;
  };

  return {
    recall: (bookId, analyzedAt) => find(bookId, analyzedAt)?.loaded,
    get: async (bookId, analyzedAt, load) => {
      const found = find(bookId, analyzedAt);
      if (found !== undefined) return found.reading;
      misses += 1;
      const older = kept.get(bookId);
      if (older !== undefined) drop(bookId, older);
      const entry: Kept = { analyzedAt, reading: load(), loaded: undefined, weight: 0 };
      kept.set(bookId, entry);
      newest = entry;
      try {
        const reading = await entry.reading;
        keep(bookId, entry, reading);
        return reading;
      } catch (error) {
        drop(bookId, entry);
        throw error;
      }
    },
    state: () => ({ hits, misses, entries: kept.size, bytes: null, maxBytes: null }),
  };
}
