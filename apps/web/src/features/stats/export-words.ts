import { t } from '@lingui/core/macro';
import type { ReadingStats } from '@lectern/contract';

const MINUTE_MS = 60_000;

/** A CSV cell (RFC 4180), with protection against spreadsheet formulas. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function minutes(durationMs: number): number {
  return Math.round((durationMs / MINUTE_MS) * 10) / 10;
}

/** Periods as CSV, in minutes. */
export function periodsAsCsv({ periods }: ReadingStats): string {
  return [
    [t`Period`, t`Minutes`, t`Pages`, t({ message: 'Sessions', context: 'reading' }), t`Books read`],
    ...periods.map(({ bucket, duration, pagesRead, sessions, booksFinished }) => [
      ...[bucket, minutes(duration.totalMs), pagesRead, sessions, booksFinished],
    ]),
  ]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
}

/** Rankings as CSV. */
export function partsAsCsv({ series, genres, authors, formats, libraries, devices }: ReadingStats): string {
  const rows = [
    ...series.map((part) => [t({ message: 'Series', context: 'one' }), part.seriesName, part] as const),
    ...genres.map((part) => [t`Genre`, part.name, part] as const),
    ...authors.map((part) => [t`Creator`, part.name, part] as const),
    ...formats.map((part) => [t`Format`, part.format, part] as const),
    ...libraries.map((part) => [t`Library`, part.libraryName, part] as const),
    ...devices.map((part) => [t`Device`, part.deviceName ?? '', part] as const),
  ];
  return [
    [t`Type`, t`Name`, t`Minutes`, t`Pages`, t({ message: 'Sessions', context: 'reading' })],
    ...rows.map(([what, name, { duration, pagesRead, sessions }]) => [
      ...[what, name, minutes(duration.totalMs), pagesRead, sessions],
    ]),
  ]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');
}
