import { describe, expect, it } from 'vitest';
import { moveItem } from './move-item.ts';

describe('moveItem()', () => {
  it.each([
    ['abcd', 0, 2, 'bcad'],
    ['abcd', 3, 0, 'dabc'],
    ['abcd', 1, 1, 'abcd'],
    ['abcd', 1, 4, 'abcd'],
    ['abcd', -1, 0, 'abcd'],
  ])('moves in %s from %i to %i', (items, from, to, moved) => {
    expect(moveItem(Array.from(items), from, to).join('')).toBe(moved);
  });
});
