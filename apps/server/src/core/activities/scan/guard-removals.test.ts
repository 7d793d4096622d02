import { describe, expect, it } from 'vitest';
import { isMassRemoval } from './guard-removals.ts';

describe('isMassRemoval', () => {
  it.each([
    [1, 1, true],
    [1, 2, false],
    [1, 4, false],
    [2, 4, true],
    [2, 10, false],
    [3, 10, true],
    [20, 100, false],
    [21, 100, true],
    [100, 100, true],
  ])('takes %i of %i books for one: %s', (goneCount, liveCount, expected) => {
    expect(isMassRemoval({ goneCount, liveCount, recentCount: 0 }, 20)).toBe(expected);
  });

  it.each([
    [1, 99, 1, false],
    [1, 81, 19, false],
    [1, 80, 20, true],
    [10, 90, 10, false],
    [11, 90, 10, true],
    [1, 4, 1, true],
  ])('counts earlier scans: %i of %i, after %i, for one: %s', (goneCount, liveCount, recentCount, expected) => {
    expect(isMassRemoval({ goneCount, liveCount, recentCount }, 20)).toBe(expected);
  });

  it('goes by the share that is set, and never lets everything go', () => {
    const losses = { goneCount: 2, liveCount: 1_000, recentCount: 0 };
    expect(isMassRemoval(losses, 0)).toBe(true);
    expect(isMassRemoval({ ...losses, goneCount: 1 }, 0)).toBe(false);
    expect(isMassRemoval({ ...losses, goneCount: 999 }, 100)).toBe(false);
    expect(isMassRemoval({ ...losses, goneCount: 1_000 }, 100)).toBe(true);
  });
});
