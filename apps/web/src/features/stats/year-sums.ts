import type { ReadingStats } from '@lectern/contract';
import { addDays } from '#lib/days.ts';

export interface YearSums {
  readonly durationMs: number;
  readonly pagesRead: number;
  readonly booksFinished: number;
  readonly daysRead: number;
  /** Longest streak in days. */
  readonly longestDays: number;
  /** Reading time by month, January first, in milliseconds. */
  readonly months: readonly number[];
  /** Most read first. */
  readonly series: readonly string[];
  readonly genres: readonly string[];
}

const MOST_NAMES = 5;

/** @param stats statistics of the whole year by day */
export function sumYear({ summary, periods, series, genres }: ReadingStats): YearSums {
  const read = periods.filter(({ duration, sessions }) => duration.totalMs > 0 || sessions > 0);
  const months = Array.from({ length: 12 }, (_, month) =>
    periods
      .filter(({ bucket }) => Number(bucket.slice(5, 7)) === month + 1)
      .reduce((sum, { duration }) => sum + duration.totalMs, 0),
  );
  return {
    durationMs: summary.duration.totalMs,
    pagesRead: summary.pagesRead,
    booksFinished: summary.booksFinished,
    daysRead: read.length,
    longestDays: longestRun(read.map(({ bucket }) => bucket)),
    months,
    series: series.slice(0, MOST_NAMES).map(({ seriesName }) => seriesName),
    genres: genres.slice(0, MOST_NAMES).map(({ name }) => name),
  };
}

/** @param days in ascending order */
function longestRun(days: readonly string[]): number {
  let longest = 0;
  let run = 0;
  let before: string | undefined;
  for (const day of days) {
    run = before !== undefined && addDays(before, 1) === day ? run + 1 : 1;
    longest = Math.max(longest, run);
    before = day;
  }
  return longest;
}
