import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageShape } from './page-shape.ts';
import { leftToRight, type PageLayout, planSpreads, findSpreadIndex, toggleShift } from './spreads.ts';

const tall: PageShape = { width: 1000, height: 1500 };
const wide: PageShape = { width: 2000, height: 1500 };
const book = (text: string): PageShape[] => Array.from(text, (letter) => (letter === 'w' ? wide : tall));
const plan = (text: string, layout: PageLayout, shifts: number[] = []) =>
  planSpreads({ pages: book(text), layout, shifts: new Set(shifts) });

describe('planSpreads', () => {
  it('shows one page at a time', () => {
    expect(plan('ttw', 'single')).toEqual([[1], [2], [3]]);
  });

  it('pairs from the first page, or after a single cover', () => {
    expect(plan('ttttt', 'double')).toEqual([[1, 2], [3, 4], [5]]);
    expect(plan('ttttt', 'double-cover')).toEqual([[1], [2, 3], [4, 5]]);
  });

  it('leaves wide pages alone and restarts pairing after them', () => {
    expect(plan('tttwttt', 'double')).toEqual([[1, 2], [3], [4], [5, 6], [7]]);
    expect(plan('wtt', 'double-cover')).toEqual([[1], [2, 3]]);
  });

  it('shifts only the requested run', () => {
    expect(plan('tttwtttt', 'double', [5])).toEqual([[1, 2], [3], [4], [5], [6, 7], [8]]);
    expect(plan('tttt', 'double-cover', [1])).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('pairs pages of unknown size', () => {
    const unknown = { width: null, height: null };
    expect(planSpreads({ pages: [unknown, unknown], layout: 'double', shifts: new Set() })).toEqual([[1, 2]]);
  });

  it('shows every page exactly once and in order', () => {
    const pages = fc.array(fc.constantFrom(tall, wide, { width: null, height: null }), { maxLength: 40 });
    const layouts = fc.constantFrom<PageLayout>('single', 'double', 'double-cover');
    fc.assert(
      fc.property(pages, layouts, fc.array(fc.integer({ min: 1, max: 40 })), (shapes, layout, shifts) => {
        const shown = planSpreads({ pages: shapes, layout, shifts: new Set(shifts) }).flat();
        expect(shown).toEqual(shapes.map((_, index) => index + 1));
      }),
    );
  });
});

describe('toggleShift', () => {
  it('shifts the pairs by one and back', () => {
    const pairing = { pages: book('ttttttwtt'), layout: 'double' as const, shifts: new Set<number>() };
    const shifted = toggleShift(pairing, 4);
    expect(planSpreads({ ...pairing, shifts: shifted }).slice(0, 4)).toEqual([[1], [2, 3], [4, 5], [6]]);
    expect(toggleShift({ ...pairing, shifts: shifted }, 2)).toEqual(new Set());
  });

  it('does nothing on a wide page', () => {
    const shifts = new Set<number>();
    expect(toggleShift({ pages: book('ttw'), layout: 'double', shifts }, 3)).toBe(shifts);
  });
});

describe('the spread of a page', () => {
  it('is found for either page, and is the last one past the end', () => {
    const spreads = plan('ttttt', 'double-cover');
    expect([1, 2, 3, 5, 9].map((page) => findSpreadIndex(spreads, page))).toEqual([0, 1, 1, 2, 2]);
    expect(findSpreadIndex([], 3)).toBe(0);
  });
});

describe('leftToRight', () => {
  it('puts the first page on the right in right-to-left books', () => {
    expect(leftToRight([2, 3], true)).toEqual([3, 2]);
    expect(leftToRight([2, 3], false)).toEqual([2, 3]);
  });
});
