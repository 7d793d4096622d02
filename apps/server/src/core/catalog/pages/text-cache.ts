import type { CacheState } from '#metrics/counters.ts';

/** LRU cache of sanitized documents. */
export interface TextCache {
  /** A document by content key. Concurrent calls share one `make`. */
  readonly get: (name: string, make: () => Promise<Buffer>) => Promise<Buffer>;
  readonly state: () => CacheState;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** Creates an empty cache. */
export function createTextCache(maxBytes = MAX_BYTES): TextCache {
  /** Least recently used first. */
  const kept = new Map<string, Buffer>();
  const making = new Map<string, Promise<Buffer>>();
  let total = 0;
  let hits = 0;
  let misses = 0;

  const keep = (name: string, text: Buffer): void => {
    if (text.length > maxBytes) return;
    kept.set(name, text);
    total += text.length;
    for (const [oldest, { length }] of kept) {
      if (total <= maxBytes) return;
      kept.delete(oldest);
      total -= length;
    }
  };

  return {
    get: async (name, make) => {
      const known = kept.get(name);
      if (known !== undefined) {
        hits += 1;
        kept.delete(name);
        kept.set(name, known);
        return known;
      }
      misses += 1;
      const running = making.get(name);
      if (running !== undefined) return running;
      const promise = make().finally(() => making.delete(name));
      making.set(name, promise);
      const text = await promise;
      keep(name, text);
      return text;
    },
    state: () => ({ hits, misses, entries: kept.size, bytes: total, maxBytes }),
  };
}
