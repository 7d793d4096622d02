import { plural, t } from '@lingui/core/macro';
import { shortDay, longDay, longMonth, plainDay } from '#lib/days.ts';
import { formatDuration, formatNumber } from '#lib/format.ts';
import { DATES } from '#lib/locale.ts';
import type { Granularity } from '@lectern/contract';

export type MeasureName = 'time' | 'pages' | 'finished' | 'people';

/** The measured part of a period or a ranking row. */
export interface Measured {
  readonly duration: { readonly totalMs: number };
  readonly pagesRead: number;
  readonly booksFinished?: number;
  readonly activeUsers?: number;
}

interface Measure {
  readonly words: string;
  readonly below: string;
  readonly of: (measured: Measured) => number;
  readonly format: (value: number) => string;
}

/** Reading time; "0 min" for zero, where `formatDuration` returns a second. */
export function formatReading(durationMs: number): string {
  const minutes = 0;
  return durationMs === 0 ? t`${minutes} min` : formatDuration(durationMs);
}

export const MEASURES: Readonly<Record<MeasureName, Measure>> = {
  time: {
    words: t`Reading time`,
    below: t`Time spent reading`,
    of: ({ duration }) => duration.totalMs,
    format: formatReading,
  },
  pages: { words: t`Pages`, below: t`Pages read`, of: ({ pagesRead }) => pagesRead, format: formatNumber },
  finished: {
    words: t`Books`,
    below: t`Books read to the end`,
    of: ({ booksFinished = 0 }) => booksFinished,
    format: formatNumber,
  },
  people: {
    words: t`Readers`,
    below: t`Accounts that read something`,
    of: ({ activeUsers = 0 }) => activeUsers,
    format: formatNumber,
  },
};

/** "2 books · 31 pages"; zero counts are left out. */
export function partWords({ books = 0, pagesRead }: { readonly books?: number; readonly pagesRead: number }): string {
  const parts = [
    books > 0 ? plural(books, { one: '# book', other: '# books' }) : undefined,
    pagesRead > 0 ? plural(pagesRead, { one: '# page', other: '# pages' }) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

function weekName(day: string): string {
  return t`Week of ${day}`;
}

const monthAndYear = new Intl.DateTimeFormat(DATES, { month: 'short', year: '2-digit', timeZone: 'UTC' });

const NAMES: Readonly<Record<Granularity, (bucket: string) => string>> = {
  day: longDay,
  week: (bucket) => weekName(plainDay(bucket)),
  month: longMonth,
  year: (bucket) => bucket.slice(0, 4),
};

const SHORT: Readonly<Record<Granularity, (bucket: string) => string>> = {
  day: shortDay,
  week: shortDay,
  month: (bucket) => monthAndYear.format(Date.parse(`${bucket}T00:00:00Z`)),
  year: (bucket) => bucket.slice(0, 4),
};

/** Full name and axis label of a period. */
export function periodNames(
  granularity: Granularity,
  bucket: string,
): { readonly name: string; readonly short: string } {
  return { name: NAMES[granularity](bucket), short: SHORT[granularity](bucket) };
}

const MINUTE_MS = 60_000;
/** Axis steps in minutes. */
const ROUND_MINUTES = [10, 20, 30, 60, 120, 180, 240, 360, 480, 600, 720, 960, 1_200, 1_440];

/** The next axis step at or above a duration, in milliseconds. */
export function roundUpTime(durationMs: number): number {
  const minutes = durationMs / MINUTE_MS;
  const round = ROUND_MINUTES.find((one) => one >= minutes);
  // whole days, rounded more coarsely the longer they are
  const days = minutes / 1_440;
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(days / 8)));
  return (round ?? Math.ceil(days / step) * step * 1_440) * MINUTE_MS;
}
