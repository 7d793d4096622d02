import type { Granularity } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import type { Span } from '#db/repos/reading/statistics.repo.ts';

/** Sums are kept for quarters of an hour: the clocks of all time zones differ by whole ones. */
export const SLOT_MS = 15 * 60_000;

const DAY_MS = 86_400_000;
/** No time zone is further from UTC. */
const FURTHEST_SLOTS = 15 * 4;
const DAYS_OF_WEEK = 7;

/** Tells days of one time zone. */
export interface Calendar {
  readonly timezone: string;
  /** The day of a time, as `2026-01-31`. */
  readonly dayOf: (at: number) => string;
  /** When a day begins, epoch milliseconds, in whole quarters of an hour. */
  readonly startOf: (day: string) => number;
}

/** Whether there is such a time zone. */
export function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The calendar of a time zone, which has to be one. */
export function calendarOf(timezone: string): Calendar {
  // Swedish dates are those of ISO 8601.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dayOf = (at: number): string => format.format(at);
  const startOf = (day: string): number => {
    const noon = Date.parse(day) / SLOT_MS;
    let [low, high] = [noon - FURTHEST_SLOTS, noon + FURTHEST_SLOTS];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (dayOf(middle * SLOT_MS) >= day) high = middle;
      else low = middle + 1;
    }
    return low * SLOT_MS;
  };
  return { timezone, dayOf, startOf };
}

/** The day some days later, or earlier. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one to another, 1 for the same. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** First day of the period that a day is in; weeks begin on Monday (ISO 8601). */
export function bucketOf(day: string, granularity: Granularity): string {
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

/** First days of all periods that a range of days touches, in order. */
export function listBuckets(from: string, to: string, granularity: Granularity): string[] {
  const buckets = new Set<string>();
  for (let day = from; day <= to; day = addDays(day, 1)) buckets.add(bucketOf(day, granularity));
  return [...buckets];
}

/** Days in a row, both ends included. */
interface Run {
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

function goOn(run: Run | undefined, day: string): Run {
  if (run === undefined || addDays(run.to, 1) !== day) return { from: day, to: day, days: 1 };
  return { ...run, to: day, days: run.days + 1 };
}

/** Days in a row, with the longest of them; `days` in order, each once. */
export function findStreaks(days: readonly string[], today: string) {
  let run: Run | undefined;
  let longest: Run | undefined;
  for (const day of days) {
    run = goOn(run, day);
    if (longest === undefined || run.days > longest.days) longest = run;
  }
  // Today may still come.
  const current = run !== undefined && run.to >= addDays(today, -1) ? run.days : 0;
  const { from, to, days: longestDays } = longest ?? { from: null, to: null, days: 0 };
  return { currentDays: current, longestDays, longestFrom: from, longestTo: to };
}

/** What statistics take. */
export interface StatisticsContext {
  readonly db: Database;
  readonly settings: Settings;
}

/** Which days, as they are asked for. */
export interface DaysAsked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly granularity: Granularity;
  readonly timezone?: string | undefined;
}

/** Which days, all known. */
export interface DaysWanted {
  readonly from: string;
  readonly to: string;
  readonly granularity: Granularity;
  readonly calendar: Calendar;
  readonly span: Span;
}

const USUAL_DAYS = 90;
/** Ten years. */
const MAX_DAYS = 3_660;

function refuse(path: string, message: string): never {
  throw new AppError('BadRequest', `Invalid query: ${path}: ${message}`, { details: [{ path, message }] });
}

/**
 * The calendar that days are told by: of the time zone that is asked for, else of the server's.
 * @throws {AppError} `BadRequest` for a time zone that is none
 */
export function calendarWanted({ settings }: Pick<StatisticsContext, 'settings'>, timezone?: string): Calendar {
  if (timezone !== undefined && !isTimezone(timezone)) refuse('timezone', `"${timezone}" is no time zone`);
  return calendarOf(timezone ?? settings.get('scheduler.timezone'));
}

/**
 * The days that are asked for: the last 90 unless said.
 * @throws {AppError} `BadRequest` for a range that ends before it begins or has more than ten years
 */
export function daysWanted(ctx: Pick<StatisticsContext, 'settings'>, asked: DaysAsked): DaysWanted {
  const calendar = calendarWanted(ctx, asked.timezone);
  const to = asked.to ?? calendar.dayOf(Date.now());
  const from = asked.from ?? addDays(to, 1 - USUAL_DAYS);
  if (from > to) refuse('from', `must not be after ${to}`);
  if (countDays(from, to) > MAX_DAYS) refuse('from', `must be at most ${MAX_DAYS} days before ${to}`);
  const span = { from: calendar.startOf(from), before: calendar.startOf(addDays(to, 1)) };
  return { from, to, granularity: asked.granularity, calendar, span };
}
