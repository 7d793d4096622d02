import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reorder } from './list-members.ts';

describe('reorder()', () => {
  it('shares out the places of what is named', () => {
    expect(reorder(['a', 'b', 'c', 'd'], ['d', 'a'])).toEqual(['d', 'b', 'c', 'a']);
    expect(reorder(['a', 'b', 'c'], ['c', 'b', 'a'])).toEqual(['c', 'b', 'a']);
  });

  it('passes over what is unknown or named twice', () => {
    expect(reorder(['a', 'b'], ['x', 'b', 'b', 'a'])).toEqual(['b', 'a']);
    expect(reorder(['a', 'b'], [])).toEqual(['a', 'b']);
  });

  it('keeps every entry, and leaves what is not named where it is', () => {
    const lists = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 2 }), { maxLength: 12 });
    fc.assert(
      fc.property(lists, lists, (entries, wanted) => {
        const moved = reorder(entries, wanted);
        expect(moved.toSorted()).toEqual(entries.toSorted());
        for (const [index, entry] of entries.entries()) if (!wanted.includes(entry)) expect(moved[index]).toBe(entry);
        const named = wanted.filter((entry) => entries.includes(entry));
        expect(moved.filter((entry) => named.includes(entry))).toEqual(named);
      }),
    );
  });
});
