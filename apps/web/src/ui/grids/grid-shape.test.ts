import { describe, expect, it } from 'vitest';
import { gridShape, moveInGrid, rowShift } from './grid-shape.ts';

describe('gridShape', () => {
  it.each([288, 320, 358, 700, 1180, 1560, 3000])('fills %d pixels without overflowing', (width) => {
    const { columns, columnWidth, gap } = gridShape(width);
    const used = columns * columnWidth + (columns - 1) * gap;
    expect(used).toBeLessThanOrEqual(width);
    expect(width - used).toBeLessThan(columns);
  });

  it('keeps two columns on the narrowest phone', () => {
    expect(gridShape(200).columns).toBe(2);
  });
});

describe('moveInGrid', () => {
  const standing = { active: 10, count: 23, columns: 5, rowsOnScreen: 2 };
  it.each([
    ['ArrowRight', 11],
    ['ArrowLeft', 9],
    ['ArrowDown', 15],
    ['ArrowUp', 5],
    ['PageDown', 20],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 22],
  ])('%s moves from 10 to %d', (key, to) => expect(moveInGrid(key, standing)).toBe(to));

  it('stays inside and ignores other keys', () => {
    expect(moveInGrid('ArrowDown', { ...standing, active: 21 })).toBe(22);
    expect(moveInGrid('a', standing)).toBeUndefined();
    expect(moveInGrid('End', { ...standing, count: 0 })).toBeUndefined();
  });
});

describe('rowShift', () => {
  const shift = (anchor: string, index: number, list: readonly string[]) =>
    rowShift({ key: anchor, index }, { keyAt: (at) => list[at], from: 0, to: list.length, columns: 2 });

  it('returns the row offset of an item after others were inserted before it', () => {
    expect(shift('c', 2, ['a', 'b', 'c'])).toEqual({ index: 2, rows: 0 });
    expect(shift('c', 2, ['x', 'y', 'a', 'b', 'c'])).toEqual({ index: 4, rows: 1 });
    expect(shift('c', 2, ['c'])).toEqual({ index: 0, rows: -1 });
  });

  it('returns undefined for an item that is gone or not loaded', () => {
    expect(shift('c', 2, ['a', 'b'])).toBeUndefined();
  });
});
