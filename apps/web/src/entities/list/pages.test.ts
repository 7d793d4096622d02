import { describe, expect, it } from 'vitest';
import { moveInPages, pagesBetween } from './pages.ts';

const held = new Map([
  [1, Array.from('abc')],
  [2, Array.from('def')],
  [3, Array.from('g')],
]);

function after(from: number, to: number): readonly (string | undefined)[] | undefined {
  const move = moveInPages(held, 3, from, to);
  return move === undefined
    ? undefined
    : [move.moved.join(''), ...[1, 2, 3].map((page) => move.pages.get(page)?.join(''))];
}

describe('pagesBetween()', () => {
  it('returns every page between two positions in any order', () => {
    expect([pagesBetween(1, 2, 3), pagesBetween(6, 2, 3)]).toEqual([[1], [1, 2, 3]]);
  });
});

describe('moveInPages()', () => {
  it('shifts the items between both positions and leaves other pages unchanged', () => {
    expect(after(1, 2)).toEqual(['cb', 'acb', undefined, undefined]);
    expect(after(0, 4)).toEqual(['bcdea', 'bcd', 'eaf', undefined]);
    expect(after(6, 2)).toEqual(['gcdef', 'abg', 'cde', 'f']);
  });

  it('does nothing while a page between is missing, or for an invalid position', () => {
    expect(moveInPages(new Map([[1, Array.from('abc')]]), 3, 0, 4)).toBeUndefined();
    expect(after(0, 7)).toBeUndefined();
  });
});
