import { t } from '@lingui/core/macro';
import type { Granularity } from '@lectern/contract';
import type { DayRange } from '#entities/statistics/queries.ts';
import { addDays, countDays } from '#lib/days.ts';

export type RangeName = 'days' | 'weeks' | 'months' | 'own';

/** Date range in the address; the last 30 days by default. */
export interface RangeChoice {
  readonly range?: RangeName;
  /** Days of a custom range, as `2026-01-31`. */
  readonly from?: string;
  readonly to?: string;
}

export const RANGES = [
  ['days', t`30 days`],
  ['weeks', t`13 weeks`],
  ['months', t`12 months`],
  ['own', t`Custom`],
] as const satisfies readonly (readonly [RangeName, string])[];

/** The server's limit of ten years. */
const MOST_DAYS = 3_660;
/** Most days per granularity, which bounds the number of columns. */
const FINEST: readonly (readonly [Granularity, number])[] = [
  ['day', 92],
  ['week', 730],
  ['month', MOST_DAYS],
];

/**
 * Resolves a choice to days and a readable granularity. Repairs invalid addresses: reversed or too long ranges.
 * @param today as `2026-01-31`
 */
export function resolveRange({ range = 'days', from, to }: RangeChoice, today: string): DayRange {
  if (range === 'days') return { from: addDays(today, -29), to: today, granularity: 'day' };
  if (range === 'weeks') return { from: addDays(today, -7 * 13 + 1), to: today, granularity: 'week' };
  if (range === 'months') return { from: monthsBefore(today, 11), to: today, granularity: 'month' };
  const end = to ?? today;
  const wanted = from ?? addDays(end, -89);
  const [first, last] = wanted <= end ? [wanted, end] : [end, wanted];
  const start = countDays(first, last) > MOST_DAYS ? addDays(last, 1 - MOST_DAYS) : first;
  return { from: start, to: last, granularity: finestFor(countDays(start, last)) };
}

function finestFor(days: number): Granularity {
  return FINEST.find(([, most]) => days <= most)?.[0] ?? 'month';
}

/** First day of the month, `months` ago. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const at = year * 12 + month - 1 - months;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`;
}
