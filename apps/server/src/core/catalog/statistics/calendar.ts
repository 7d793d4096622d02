import type { Granularity } from '@lectern/contract';

/** Sums are stored by quarters of an hour: the offsets of all time zones are multiples of it. */
export const SLOT_MS = 15 * 60_000;

const DAY_MS = 86_400_000;
/** No time zone is further from UTC than 15 hours. */
const FURTHEST_SLOTS = 15 * 4;
const DAYS_OF_WEEK = 7;

/** Days of one time zone. */
export interface Calendar {
  readonly timezone: string;
  /** The day of a time, as `2026-01-31`. */
  readonly toDay: (at: number) => string;
  /** Start of a day in epoch milliseconds, a multiple of `SLOT_MS`. */
  readonly getStart: (day: string) => number;
}

/** Whether the name is a time zone or an offset. */
export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The calendar of a valid time zone. */
export function createCalendar(timezone: string): Calendar {
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const toDay = (at: number): string => format.format(at);
  const getStart = (day: string): number => {
    const noon = Date.parse(day) / SLOT_MS;
    let [low, high] = [noon - FURTHEST_SLOTS, noon + FURTHEST_SLOTS];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (toDay(middle * SLOT_MS) >= day) high = middle;
      else low = middle + 1;
    }
    return low * SLOT_MS;
  };
  return { timezone, toDay, getStart };
}

/** The day some days later, or earlier for a negative count. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Days of a range, both ends included. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** First day of the period that a day is in; weeks start on Monday (ISO 8601). */
export function toBucket(day: string, granularity: Granularity): string {
  switch (granularity) {
    case 'day':
      return day;
    case 'week':
      return addDays(day, -((new Date(day).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK));
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
  }
}

/** First days of all periods in a range of days, in order. */
export function listBuckets(from: string, to: string, granularity: Granularity): string[] {
  const buckets = new Set<string>();
  for (let day = from; day <= to; day = addDays(day, 1)) buckets.add(toBucket(day, granularity));
  return [...buckets];
}

/** Consecutive days, both ends included. */
interface Streak {
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

function extend(streak: Streak | undefined, day: string): Streak {
  if (streak === undefined || addDays(streak.to, 1) !== day) return { from: day, to: day, days: 1 };
  return { ...streak, to: day, days: streak.days + 1 };
}

/** The current and the longest streak. @param days in order, each once */
export function findStreaks(days: readonly string[], today: string) {
  let streak: Streak | undefined;
  let longest: Streak | undefined;
  for (const day of days) {
    streak = extend(streak, day);
    if (longest === undefined || streak.days > longest.days) longest = streak;
  }
  // A streak up to yesterday can still go on today.
  const currentDays = streak !== undefined && streak.to >= addDays(today, -1) ? streak.days : 0;
  const { from, to, days: longestDays } = longest ?? { from: null, to: null, days: 0 };
  return { currentDays, longestDays, longestFrom: from, longestTo: to };
}
