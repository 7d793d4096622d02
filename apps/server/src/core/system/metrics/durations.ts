import type { Durations } from '@lectern/contract';
import { type HistogramState, quantile } from '#metrics/histogram.ts';

/** Thousandths are finer than anything here is measured. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** A histogram in the words of the contract. */
export function toDurations(state: HistogramState): Durations {
  const { count, sumMs } = state;
  return {
    count,
    sumMs: rounded(sumMs),
    meanMs: count === 0 ? 0 : rounded(sumMs / count),
    p50Ms: rounded(quantile(state, 0.5)),
    p95Ms: rounded(quantile(state, 0.95)),
    p99Ms: rounded(quantile(state, 0.99)),
  };
}
