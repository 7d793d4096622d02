import type { CacheState } from '#metrics/counters.ts';

/** A small memory that forgets by age and by number. */
export interface Recent<Value> {
  readonly get: (key: string) => Value | undefined;
  /** The same for one who asks `get` next, when it is not known: that one counts then. */
  readonly recall: (key: string) => Value | undefined;
  /** Grows with every `forget`: what was looked up before is not to be remembered afterwards. */
  readonly version: () => number;
  /**
   * Remembers a value, unless something was forgotten since `version` was asked.
   * @param notAfter epoch milliseconds from which on it does not hold in any case
   */
  readonly set: (key: string, value: Value, version: number, notAfter?: number) => void;
  readonly forget: (which: (value: Value, key: string) => boolean) => void;
  readonly state: () => CacheState;
}

/** Limits of a memory. */
export interface RecentOptions {
  readonly ttlMs: number;
  readonly maxEntries: number;
  readonly now?: () => number;
}

/** Makes an empty memory. An entry counts from when it was set; the oldest goes first. */
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
