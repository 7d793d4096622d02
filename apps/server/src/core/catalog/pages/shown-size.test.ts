import { describe, expect, it } from 'vitest';
import { shownSize } from './list-pages.ts';

describe('shownSize', () => {
  it.each([undefined, 2, 3, 4])('leaves the sides of orientation %s', (orientation) => {
    const size = { width: 30, height: 20 };
    expect(shownSize(orientation === undefined ? size : { ...size, orientation })).toEqual(size);
  });

  it.each([5, 6, 7, 8])('exchanges the sides of orientation %s', (orientation) => {
    expect(shownSize({ width: 30, height: 20, orientation })).toEqual({ width: 20, height: 30 });
    expect(shownSize({ width: null, height: null, orientation })).toEqual({ width: null, height: null });
  });
});
