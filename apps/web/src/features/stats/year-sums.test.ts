import type { ReadingStats } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { sumYear } from './year-sums.ts';

const MINUTE = 60_000;
const part = (minutes: number) => ({
  duration: { measuredMs: minutes * MINUTE, inferredMs: 0, totalMs: minutes * MINUTE },
  pagesRead: minutes,
  sessions: minutes > 0 ? 1 : 0,
});

describe('the totals of a year', () => {
  it('include its months, its days and the longest streak', () => {
    const days = [
      ['2026-01-30', 0],
      ['2026-01-31', 10],
      ['2026-02-01', 20],
      ['2026-02-02', 5],
      ['2026-02-03', 0],
      ['2026-12-31', 7],
    ] as const;
    const stats: ReadingStats = {
      ...{ from: '2026-01-01', to: '2026-12-31', granularity: 'day', timezone: 'UTC' },
      summary: { ...part(42), books: 2, booksFinished: 1, sessionsWithoutDuration: 0 },
      periods: days.map(([bucket, minutes]) => ({ bucket, ...part(minutes), booksFinished: 0 })),
      ...{ devices: [], formats: [], libraries: [], genres: [], authors: [] },
      series: Array.from({ length: 7 }, (_, index) => ({
        ...{ seriesId: String(index), seriesName: `Series ${index}`, ...part(1), books: 1 },
      })),
    };
    const sums = sumYear(stats);
    expect(sums).toMatchObject({ durationMs: 42 * MINUTE, pagesRead: 42, booksFinished: 1 });
    expect([sums.daysRead, sums.longestDays]).toEqual([4, 3]);
    expect(sums.months.map((durationMs) => durationMs / MINUTE)).toEqual([10, 25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
    expect(sums.series).toHaveLength(5);
  });
});
