import { describe, expect, it } from 'vitest';
import { readSpanEnd } from './read-span-end.ts';

describe('readSpanEnd', () => {
  it.each([
    ['Saga v01-03.cbz', 'volume', 1, 3],
    ['Saga Vol. 1-3 (2020).cbz', 'volume', 1, 3],
    ['Saga v01-v03.cbz', 'volume', 1, 3],
    ['Saga c001-010.cbz', 'chapter', 1, 10],
    ['Saga #1-6.cbz', 'number', 1, 6],
    ['Saga v01.cbz', 'volume', 1, undefined],
    ['Saga v03-01.cbz', 'volume', 3, undefined],
    ['Saga v01 - 2024 (Digital).cbz', 'volume', 1, undefined],
    ['Saga v01 - c126.cbz', 'volume', 1, undefined],
    ['Saga v02-04.cbz', 'volume', 1, undefined],
    ['Saga v1-1.5.cbz', 'volume', 1, undefined],
  ] as const)('%s: %s %i ends at %s', (fileName, unit, from, expected) => {
    expect(readSpanEnd(fileName, unit, from)).toBe(expected);
  });
});
