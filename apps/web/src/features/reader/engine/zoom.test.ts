import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clampView,
  enterPlacement,
  type FitMode,
  fitScale,
  type Frame,
  isZoomed,
  nextFit,
  panBy,
  toPlacement,
  scrollOn,
  toView,
  zoomAt,
} from './zoom.ts';

const page: Frame = { natural: { width: 1000, height: 2000 }, window: { width: 500, height: 500 } };
const small: Frame = { natural: { width: 100, height: 200 }, window: { width: 500, height: 500 } };

describe('fitScale', () => {
  it.each([
    ['screen', 0.25, 2.5],
    ['width', 0.5, 5],
    ['height', 0.25, 2.5],
    ['original', 1, 1],
    ['shrink', 0.25, 1],
  ] as const)('%s', (mode, large, little) => {
    expect(fitScale(page, mode)).toBe(large);
    expect(fitScale(small, mode)).toBe(little);
  });
});

describe('enterPlacement', () => {
  const enter = (mode: FitMode, rightToLeft: boolean, fromEnd: boolean) =>
    toView(enterPlacement({ rightToLeft, fromEnd }), page, fitScale(page, mode));

  it('centres a page that fits', () => {
    expect(enter('screen', false, false)).toEqual({ scale: 0.25, x: 125, y: 0 });
  });

  it('starts at the top, on the side where reading starts', () => {
    expect(enter('original', false, false)).toMatchObject({ x: 0, y: 0 });
    expect(enter('original', true, false)).toMatchObject({ x: -500, y: 0 });
  });

  it('starts at the end of a page entered backwards', () => {
    expect(enter('width', false, true)).toMatchObject({ x: 0, y: -500 });
    expect(enter('original', true, true)).toMatchObject({ x: 0, y: -1500 });
  });
});

describe('the placement of a view', () => {
  it('shows the same part of the page after a resize', () => {
    const placement = toPlacement({ scale: 1, x: -300, y: -800 }, page, 0.5);
    expect(placement).toEqual({ zoom: 2, x: 0.3, y: 0.4 });
    const larger: Frame = { ...page, window: { width: 1000, height: 600 } };
    expect(toView(placement, larger, fitScale(larger, 'width'))).toEqual({ scale: 2, x: -600, y: -1600 });
  });
});

describe('zoomAt', () => {
  const fitted = 0.5;
  const view = { scale: 0.5, x: 0, y: -100 };

  it('keeps the point under the pointer', () => {
    const point = { x: 200, y: 300 };
    const zoomed = zoomAt(view, page, { point, factor: 2, fitted });
    const before = { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale };
    expect((point.x - zoomed.x) / zoomed.scale).toBeCloseTo(before.x);
    expect((point.y - zoomed.y) / zoomed.scale).toBeCloseTo(before.y);
    expect(isZoomed(zoomed, fitted)).toBe(true);
  });

  it('stops at eight times and at half the fitted size', () => {
    const point = { x: 0, y: 0 };
    expect(zoomAt(view, page, { point, factor: 1000, fitted }).scale).toBe(4);
    expect(zoomAt(view, page, { point, factor: 0.001, fitted }).scale).toBe(0.25);
  });

  it('never shows more empty space than necessary', () => {
    const steps = fc.array(
      fc.record({
        x: fc.integer({ min: 0, max: 500 }),
        y: fc.integer({ min: 0, max: 500 }),
        factor: fc.constantFrom(0.5, 0.9, 1.3, 2),
      }),
    );
    fc.assert(
      fc.property(steps, (list) => {
        let at = view;
        for (const { x, y, factor } of list) at = zoomAt(at, page, { point: { x, y }, factor, fitted });
        expect(clampView(at, page)).toEqual(at);
        const width = page.natural.width * at.scale;
        expect(width > 500 ? at.x <= 0 && at.x + width >= 499.999 : Math.abs(at.x - (500 - width) / 2) < 0.001).toBe(
          true,
        );
      }),
    );
  });
});

describe('panBy', () => {
  it('stops at the edges', () => {
    expect(panBy({ scale: 0.5, x: 0, y: 0 }, page, { x: 50, y: 50 })).toEqual({ scale: 0.5, x: 0, y: 0 });
    expect(panBy({ scale: 0.5, x: 0, y: 0 }, page, { x: 0, y: -9999 })).toEqual({ scale: 0.5, x: 0, y: -500 });
  });
});

describe('scrollOn', () => {
  it('scrolls to the end of the page, then reports it', () => {
    const first = scrollOn({ scale: 0.5, x: 0, y: 0 }, page, { share: 0.9, back: false });
    expect(first).toEqual({ scale: 0.5, x: 0, y: -450 });
    expect(scrollOn({ scale: 0.5, x: 0, y: -450 }, page, { share: 0.9, back: false })).toMatchObject({ y: -500 });
    expect(scrollOn({ scale: 0.5, x: 0, y: -500 }, page, { share: 0.9, back: false })).toBeUndefined();
    expect(scrollOn({ scale: 0.5, x: 0, y: 0 }, page, { share: 0.9, back: true })).toBeUndefined();
  });
});

describe('nextFit', () => {
  it('cycles through all modes', () => {
    expect(nextFit('screen')).toBe('width');
    expect(nextFit('shrink')).toBe('screen');
  });
});
