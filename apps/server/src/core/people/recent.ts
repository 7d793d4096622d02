import type { CacheState } from '#metrics/counters.ts';

/** A cache with a TTL and a maximum size. */
export interface Recent<Value> {
  readonly get: (key: string) => Value | undefined;
  /** Like `get`, but counts no miss, for callers that call `get` next. */
  readonly recall: (key: string) => Value | undefined;
  /** Grows with every `forget`. */
  readonly version: () => number;
  /**
   * Stores a value, unless `forget` was called since `version` was read: the value may be stale then.
   * @param notAfter expiry in epoch milliseconds, whatever the TTL
   */
  readonly set: (key: string, value: Value, version: number, notAfter?: number) => void;
  readonly forget: (which: (value: Value, key: string) => boolean) => void;
  readonly state: () => CacheState;
}

/** Limits of a cache. */
export interface RecentOptions {
  readonly ttlMs: number;
  readonly maxEntries: number;
  readonly now?: () => number;
}

/** Makes an empty cache. The TTL runs from `set`; the oldest entry is evicted first. */
export function createRecent<Value>({ ttlMs, maxEntries, now = Date.now }: RecentOptions): Recent<Value> {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  let version = 0;
  let hits = 0;
  let misses = 0;
  const recall = (key: string): Value | undefined => {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > now()) {
      hits += 1;
      return entry.value;
    }
    entries.delete(key);
    return undefined;
  };
  return {
    recall,
    get: (key) => {
      const value = recall(key);
      if (value === undefined) misses += 1;
      return value;
    },
    version: () => version,
    set: (key, value, lookedUpAt, notAfter = Infinity) => {
      if (lookedUpAt !== version) return;
      entries.delete(key);
      entries.set(key, { value, until: Math.min(now() + ttlMs, notAfter) });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
    forget: (which) => {
      version += 1;
      for (const [key, { value }] of entries) if (which(value, key)) entries.delete(key);
    },
    state: () => ({ hits, misses, entries: entries.size, bytes: null, maxBytes: null }),
  };
}
