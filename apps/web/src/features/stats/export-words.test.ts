import type { ReadingStats } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { partsAsCsv, periodsAsCsv } from './export-words.ts';

const part = { duration: { measuredMs: 90_000, inferredMs: 0, totalMs: 90_000 }, pagesRead: 3, sessions: 1 };
const STATS: ReadingStats = {
  ...{ from: '2026-11-01', to: '2026-11-02', granularity: 'day', timezone: 'UTC' },
  summary: { ...part, books: 1, booksFinished: 0, sessionsWithoutDuration: 0 },
  periods: [
    { bucket: '2026-11-01', ...part, booksFinished: 0 },
    { bucket: '2026-11-02', ...part, booksFinished: 1 },
  ],
  devices: [],
  series: [{ seriesId: 's', seriesName: 'One, "two"', ...part, books: 1 }],
  formats: [{ format: 'cbz', ...part }],
  libraries: [],
  genres: [{ name: '=1+1', ...part, books: 1 }],
  authors: [],
};

describe('statistics as CSV', () => {
  it('have a row for each period', () => {
    expect(periodsAsCsv(STATS)).toBe(
      'Period,Minutes,Pages,Sessions,Books read\r\n2026-11-01,1.5,3,1,0\r\n2026-11-02,1.5,3,1,1\r\n',
    );
  });

  it('quote special characters and contain no formulas', () => {
    expect(partsAsCsv(STATS).split('\r\n').slice(1, 4)).toEqual([
      'Series,"One, ""two""",1.5,3,1',
      "Genre,'=1+1,1.5,3,1",
      'Format,cbz,1.5,3,1',
    ]);
  });
});
