import { describe, expect, it } from 'vitest';
import { toPoints, toStars } from './rating.ts';

describe('stars', () => {
  it('are twenty points each, and half stars round-trip', () => {
    for (let halves = 1; halves <= 10; halves += 1) expect(toStars(toPoints(halves / 2))).toBe(halves / 2);
    expect([toStars(77), toPoints(0), toPoints(9)]).toEqual([3.85, 1, 100]);
  });
});
