/** Upper bounds of the buckets, milliseconds; one more bucket takes everything above. */
export const BOUNDS_MS: readonly number[] = [
  0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000,
];

/** A snapshot of a histogram. */
export interface HistogramState {
  readonly count: number;
  readonly sumMs: number;
  /** Counts per bucket, not cumulative; one more than there are bounds. */
  readonly buckets: readonly number[];
}

/** Counts durations in buckets. */
export class Histogram {
  #count = 0;
  #sumMs = 0;
  readonly #buckets = Array.from({ length: BOUNDS_MS.length + 1 }, () => 0);

  get count(): number {
    return this.#count;
  }

  get sumMs(): number {
    return this.#sumMs;
  }

  /** Adds a duration; a negative or invalid one counts as 0. */
  observe(ms: number): void {
    const duration = ms > 0 ? ms : 0;
    let index = 0;
    while (index < BOUNDS_MS.length && duration > (BOUNDS_MS[index] ?? 0)) index += 1;
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
    this.#count += 1;
    this.#sumMs += duration;
  }

  state(): HistogramState {
    return { count: this.#count, sumMs: this.#sumMs, buckets: [...this.#buckets] };
  }
}

/** The snapshot of an empty histogram. */
export const EMPTY_HISTOGRAM: HistogramState = new Histogram().state();

/** The difference of two snapshots of one histogram. */
export function sinceState(now: HistogramState, before: HistogramState): HistogramState {
  return {
    count: now.count - before.count,
    sumMs: Math.max(0, now.sumMs - before.sumMs),
    buckets: now.buckets.map((count, index) => count - (before.buckets[index] ?? 0)),
  };
}

/**
 * A quantile, interpolated within its bucket; above all bounds the last bound.
 * @param share from 0 to 1
 * @returns milliseconds, 0 for an empty histogram
 */
export function quantile({ count, buckets }: HistogramState, share: number): number {
  const wanted = count * share;
  let below = 0;
  for (const [index, inside] of buckets.entries()) {
    if (inside > 0 && below + inside >= wanted) {
      const from = BOUNDS_MS[index - 1] ?? 0;
      const to = BOUNDS_MS[index] ?? from;
      return from + ((to - from) * Math.max(0, wanted - below)) / inside;
    }
    below += inside;
  }
  return 0;
}
