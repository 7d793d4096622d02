import { describe, expect, it } from 'vitest';
import { fitColumns, screenAt, screensFor } from './page-geometry.ts';

const look = { columns: 'auto', margin: 6, fontSize: 100 } as const;
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

describe('fitColumns', () => {
  it('uses one column on a phone and two in a wide window', () => {
    expect(fitColumns(phone, look, false).columns).toBe(1);
    expect(fitColumns(desk, look, false).columns).toBe(2);
    expect(fitColumns(desk, { ...look, fontSize: 200 }, false).columns).toBe(1);
    expect(fitColumns(phone, { ...look, columns: 'two' }, false).columns).toBe(2);
  });

  it('fills the window with columns, gaps and half a gap at both ends', () => {
    for (const window of [phone, desk, { width: 2560, height: 1440 }, { width: 320, height: 480 }]) {
      for (const margin of [0, 6, 20]) {
        const { inline, columns, columnWidth, gap } = fitColumns(window, { ...look, margin }, false);
        expect(columns * (columnWidth + gap)).toBeGreaterThan(inline - columns);
        expect(columns * (columnWidth + gap)).toBeLessThanOrEqual(inline);
        expect(columnWidth).toBeGreaterThan(inline / columns / 4);
      }
    }
  });

  it('keeps lines readable in a very wide window', () => {
    expect(
      fitColumns({ width: 2560, height: 1440 }, { ...look, columns: 'one' }, false).columnWidth,
    ).toBeLessThanOrEqual(855);
    expect(
      fitColumns({ width: 1600, height: 900 }, { ...look, columns: 'one' }, false).columnWidth,
    ).toBeLessThanOrEqual(720);
  });

  it('runs downwards for vertical text', () => {
    expect(fitColumns(phone, look, true)).toMatchObject({ inline: 844, block: 390, columns: 1 });
  });
});

describe('screens', () => {
  const two = fitColumns(desk, look, false);

  it('round up to whole screens', () => {
    expect([0, 1, 2, 3].map((columns) => screensFor(columns, two))).toEqual([1, 1, 1, 2]);
  });

  it('are found by distance', () => {
    expect([-3, 0, 1279.5, 1280, 2600].map((distance) => screenAt(distance, two))).toEqual([0, 0, 1, 1, 2]);
  });
});
