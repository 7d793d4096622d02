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
  ])('takes %i of %i books for one: %s', (gone, live, expected) => {
    expect(isMassRemoval(gone, live)).toBe(expected);
  });
});
