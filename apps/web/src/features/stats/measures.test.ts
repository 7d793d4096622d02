import { describe, expect, it } from 'vitest';
import { formatReading, partWords, periodNames, roundUpTime } from './measures.ts';

const MINUTE = 60_000;

describe('measures', () => {
  it.each([
    [0, 10],
    [11, 20],
    [61, 120],
    [1_440, 1_440],
    [1_441, 2_880],
    [10_000, 10_080],
    [20_000, 20_160],
  ])('give an axis for %d minutes that ends at %d', (minutes, end) =>
    expect(roundUpTime(minutes * MINUTE)).toBe(end * MINUTE),
  );

  it('omit zero counts', () => {
    expect(formatReading(0)).toBe('0 min');
    expect(formatReading(5_400_000)).toBe('1 h 30 min');
    expect(partWords({ books: 2, pagesRead: 1 })).toBe('2 books · 1 page');
    expect(partWords({ pagesRead: 0 })).toBe('');
  });

  it('name periods', () => {
    expect(periodNames('day', '2026-11-03')).toEqual({ name: 'Tuesday, 3 November 2026', short: '3 Nov' });
    expect(periodNames('week', '2026-11-02')).toEqual({ name: 'Week of 2 November 2026', short: '2 Nov' });
    expect(periodNames('month', '2026-11-01')).toEqual({ name: 'November 2026', short: 'Nov 26' });
    expect(periodNames('year', '2026-01-01')).toEqual({ name: '2026', short: '2026' });
  });
});
