/** A small memory that forgets by age and by number. */
export interface Recent<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly forget: (which: (value: Value, key: string) => boolean) => void;
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
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.until > now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, { value, until: now() + ttlMs });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
    forget: (which) => {
      for (const [key, { value }] of entries) if (which(value, key)) entries.delete(key);
    },
  };
}
