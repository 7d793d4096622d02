import { isDay } from '#lib/days.ts';

/** Unvalidated search parameters; unknown ones are dropped. */
type RawSearch = Readonly<Record<string, unknown>>;

const RANGES = ['days', 'weeks', 'months', 'own'] as const;

export interface RangeSearch {
  /** The last 30 days by default. */
  readonly range?: (typeof RANGES)[number];
  /** Days of a custom range, as `2026-01-31`. */
  readonly from?: string;
  readonly to?: string;
}

export function readRangeSearch(search: RawSearch): RangeSearch {
  const range = RANGES.find((one) => one === search['range']);
  const day = (name: string) => {
    const text = search[name];
    return typeof text === 'string' && isDay(text) && text >= '1970-01-01' ? { [name]: text } : {};
  };
  return {
    ...(range === undefined ? {} : { range }),
    ...(range === 'own' ? { ...day('from'), ...day('to') } : {}),
  };
}

export interface StatsSearch extends RangeSearch {
  /** Year of the calendar; the current one by default. */
  readonly year?: number;
  readonly page?: number;
}

export function readStatsSearch(search: RawSearch): StatsSearch {
  const year = Number(search['year']);
  const page = Number(search['page']);
  return {
    ...readRangeSearch(search),
    ...(Number.isInteger(year) && year >= 2000 && year <= 2999 ? { year } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}
