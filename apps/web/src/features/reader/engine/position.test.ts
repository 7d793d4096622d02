import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageShape } from './page-shape.ts';
import { clampPage, toPageLocator, parseGoTo, parsePosition } from './position.ts';
import { layoutStrip, getOffset, pageAt, pagesBetween, positionAt } from './strip.ts';
import { fitScale, type Frame, toPlacement, toView } from './zoom.ts';

const pages: PageShape[] = [
  { width: 720, height: 3200 },
  { width: 720, height: 1780 },
  { width: 1440, height: 1000 },
];

describe('layoutStrip', () => {
  it('reserves every box from the known sizes', () => {
    expect(layoutStrip(pages, 360, 10)).toEqual({ tops: [0, 1610, 2510], heights: [1600, 890, 250], height: 2760 });
  });

  it('gives pages of unknown size the median shape', () => {
    const strip = layoutStrip(
      [
        { width: 100, height: 200 },
        { width: null, height: null },
      ],
      50,
      0,
    );
    expect(strip.heights).toEqual([100, 100]);
  });

  it('is empty for a book without pages', () => {
    expect(layoutStrip([], 360, 10)).toEqual({ tops: [], heights: [], height: 0 });
  });
});

describe('pageAt', () => {
  const strip = layoutStrip(pages, 360, 10);

  it('finds the page at an offset', () => {
    expect([-5, 0, 1605, 1610, 2509, 99_999].map((offset) => pageAt(strip, offset))).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('finds the pages in a window', () => {
    expect(pagesBetween(strip, 1500, 1700)).toEqual([1, 2]);
    expect(pagesBetween(strip, 0, 1610)).toEqual([1, 1]);
  });
});

describe('positions', () => {
  it('return to the same panel after the width and gaps of the strip changed', () => {
    const widths = fc.integer({ min: 200, max: 2000 });
    const gaps = fc.integer({ min: 0, max: 60 });
    const places = fc.record({
      page: fc.integer({ min: 1, max: 3 }),
      fraction: fc.double({ min: 0, max: 0.99, noNaN: true }),
    });
    fc.assert(
      fc.property(widths, gaps, places, (width, gap, place) => {
        const strip = layoutStrip(pages, width, gap);
        const back = positionAt(strip, getOffset(strip, place));
        expect(back.page).toBe(place.page);
        expect(back.fraction).toBeCloseTo(place.fraction, 6);
      }),
    );
  });

  it('survive a switch to the paged view and back', () => {
    const frame: Frame = { natural: { width: 720, height: 3200 }, window: { width: 360, height: 640 } };
    const { fraction } = positionAt(layoutStrip(pages, 500, 8), 888);
    const view = toView({ zoom: 1, x: 0, y: fraction }, frame, fitScale(frame, 'width'));
    expect(view.y).toBeCloseTo(-1600 * fraction);
    expect(toPlacement(view, frame, fitScale(frame, 'width')).y).toBeCloseTo(fraction);
  });
});

describe('clampPage', () => {
  it('stays in the book', () => {
    expect([-1, 0, 3, 12, 13].map((page) => clampPage(page, 12))).toEqual([1, 1, 3, 12, 12]);
    expect(clampPage(5, 0)).toBe(1);
  });
});

describe('parseGoTo', () => {
  it('parses a page or a percentage', () => {
    expect(parseGoTo('12', 205)).toBe(12);
    expect(parseGoTo(' 50 % ', 205)).toBe(103);
    expect(parseGoTo('0%', 205)).toBe(1);
    expect(parseGoTo('99.9%', 1000)).toBe(999);
  });

  it('rejects anything else', () => {
    expect(['', '0', '206', '1.5', '101%', 'x', '-3'].map((text) => parseGoTo(text, 205))).toEqual(
      Array(7).fill(undefined),
    );
  });
});

describe('positionOfLocator', () => {
  it('round-trips a stored place', () => {
    expect(parsePosition(toPageLocator({ page: 3, fraction: 0.12345 }), 5)).toEqual({
      page: 3,
      fraction: 0.123,
    });
  });

  it('ignores locators of other books', () => {
    const locators = [
      undefined,
      null,
      {},
      { locations: 1 },
      { locations: { position: 9 } },
      { locations: { position: 'x' } },
    ];
    expect(locators.map((locator) => parsePosition(locator, 5))).toEqual(Array(6).fill(undefined));
    expect(parsePosition({ locations: { position: 2, progression: 7 } }, 5)).toEqual({ page: 2, fraction: 0 });
  });
});
