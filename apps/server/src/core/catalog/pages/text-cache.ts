import type { CacheState } from '#metrics/counters.ts';

/** Documents that were made safe to show, kept in memory for those who turn back. */
export interface TextCache {
  /**
   * A document, made when it is not kept; all who ask at the same time share one making.
   * @param name says all that decides what it holds
   */
  readonly get: (name: string, make: () => Promise<Buffer>) => Promise<Buffer>;
  readonly state: () => CacheState;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** An empty cache. */
export function createTextCache(maxBytes = MAX_BYTES): TextCache {
  /** Longest unused first. */
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
