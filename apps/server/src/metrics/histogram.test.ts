import { describe, expect, it } from 'vitest';
import { BOUNDS_MS, EMPTY_HISTOGRAM, Histogram, quantile, sinceState } from './histogram.ts';

describe('a histogram', () => {
  it('counts each duration in the bucket whose bound it does not exceed', () => {
    const histogram = new Histogram();
    for (const ms of [0, 0.5, 0.6, 30_000, 30_001, Infinity, -3, Number.NaN]) histogram.observe(ms);
    const { count, buckets } = histogram.state();
    expect(count).toBe(8);
    expect(buckets).toHaveLength(BOUNDS_MS.length + 1);
    expect([buckets[0], buckets[1], buckets.at(-2), buckets.at(-1)]).toEqual([4, 1, 1, 2]);
  });

  it('estimates quantiles within the bucket, and says the last bound of what is above all', () => {
    const histogram = new Histogram();
    for (let n = 0; n < 90; n += 1) histogram.observe(3);
    for (let n = 0; n < 10; n += 1) histogram.observe(90_000);
    const state = histogram.state();
    expect(quantile(state, 0.45)).toBe(3.75);
    expect(quantile(state, 0.9)).toBe(5);
    expect([quantile(state, 0.95), quantile(state, 1)]).toEqual([30_000, 30_000]);
    expect([quantile(EMPTY_HISTOGRAM, 0.5), quantile(EMPTY_HISTOGRAM, 1)]).toEqual([0, 0]);
  });

  it('tells what came between two moments', () => {
    const histogram = new Histogram();
    histogram.observe(1);
    const before = histogram.state();
    histogram.observe(7);
    const { count, sumMs, buckets } = sinceState(histogram.state(), before);
    expect([count, sumMs, buckets.reduce((sum, inside) => sum + inside, 0)]).toEqual([1, 7, 1]);
    expect(before.count).toBe(1);
  });
});
