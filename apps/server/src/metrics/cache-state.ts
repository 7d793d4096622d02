/** How a cache does; null where it does not count. */
export interface CacheState {
  readonly hits: number;
  readonly misses: number;
  /** Kept now. */
  readonly entries: number | null;
  readonly bytes: number | null;
  readonly maxBytes: number | null;
}
