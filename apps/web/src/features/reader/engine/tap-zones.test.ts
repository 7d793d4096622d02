import { describe, expect, it } from 'vitest';
import { findDirection, getTurn } from './direction.ts';
import { zoneAt } from './tap-zones.ts';

const at = (x: number, y = 0.5) => ({ x, y });

describe('zoneAt', () => {
  it('turns by reading direction', () => {
    expect([0.1, 0.5, 0.9].map((x) => zoneAt(at(x), 'thirds', 'ltr'))).toEqual(['previous', 'bars', 'next']);
    expect([0.1, 0.5, 0.9].map((x) => zoneAt(at(x), 'thirds', 'rtl'))).toEqual(['next', 'bars', 'previous']);
  });

  it('supports narrow edges, one-handed corners and all-forward', () => {
    expect([0.1, 0.2, 0.9].map((x) => zoneAt(at(x), 'edges', 'ltr'))).toEqual(['previous', 'bars', 'next']);
    expect([at(0.9, 0.1), at(0.1, 0.9), at(0.5), at(0.9), at(0.1)].map((p) => zoneAt(p, 'l-shape', 'ltr'))).toEqual([
      'previous',
      'next',
      'bars',
      'next',
      'previous',
    ]);
    expect([0.1, 0.5, 0.9].map((x) => zoneAt(at(x), 'forward', 'rtl'))).toEqual(['next', 'bars', 'next']);
  });

  it('can be disabled', () => {
    expect(zoneAt(at(0.01), 'off', 'ltr')).toBe('bars');
  });
});

describe('direction', () => {
  it('mirrors the arrow keys only from right to left', () => {
    expect((['ltr', 'rtl', 'ttb', 'webtoon'] as const).map((direction) => getTurn('right', direction))).toEqual([
      'next',
      'previous',
      'next',
      'next',
    ]);
  });

  it('is selected by keys', () => {
    expect(findDirection('rightToLeft')).toBe('rtl');
    expect(findDirection('help')).toBeUndefined();
  });
});
