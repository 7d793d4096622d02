import { describe, expect, it } from 'vitest';
import { isWide, looksLikeStrip, usualSize } from './page-shape.ts';
import { spreadBox } from './spread-box.ts';

const usual = { width: 100, height: 150 };
const shapes = [
  { width: 100, height: 200 },
  { width: 50, height: 50 },
  { width: null, height: null },
];

describe('spreadBox', () => {
  it('scales pages of different size to one height', () => {
    expect(spreadBox([1, 2], shapes, { usual, rtl: false })).toEqual({
      natural: { width: 300, height: 200 },
      pages: [
        { page: 1, x: 0, width: 100 },
        { page: 2, x: 100, width: 200 },
      ],
    });
  });

  it('starts at the right in right-to-left books', () => {
    expect(spreadBox([1, 2], shapes, { usual, rtl: true }).pages.map(({ page }) => page)).toEqual([2, 1]);
  });

  it('reserves the usual shape for a page of unknown size', () => {
    expect(spreadBox([3], shapes, { usual, rtl: false }).natural).toEqual(usual);
  });
});

describe('usualSize', () => {
  it('is the median of the known shapes, or a portrait page', () => {
    expect(usualSize([...shapes, { width: 30, height: 40 }])).toEqual({ width: 30, height: 40 });
    expect(usualSize([{ width: null, height: null }])).toEqual({ width: 1000, height: 1500 });
  });
});

describe('isWide', () => {
  it('is false for unknown and square pages', () => {
    expect([shapes[1], shapes[2], undefined, { width: 3, height: 2 }].map(isWide)).toEqual([false, false, false, true]);
  });
});

describe('looksLikeStrip', () => {
  it('uses the median page instead of a single one', () => {
    const long = { width: 720, height: 3200 };
    const tall = { width: 720, height: 1080 };
    expect(looksLikeStrip([long, { width: 720, height: 1779 }, long])).toBe(true);
    expect(looksLikeStrip([tall, long, tall])).toBe(false);
    expect(looksLikeStrip([])).toBe(false);
  });
});
