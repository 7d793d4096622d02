import { describe, expect, it } from 'vitest';
import { pointsOf, starsOf } from './rating.ts';

describe('stars', () => {
  it('are twenty points each, and half stars round-trip', () => {
    for (let halves = 1; halves <= 10; halves += 1) expect(starsOf(pointsOf(halves / 2))).toBe(halves / 2);
    expect([starsOf(77), pointsOf(0), pointsOf(9)]).toEqual([3.85, 1, 100]);
  });
});
