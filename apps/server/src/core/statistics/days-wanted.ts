import type { Granularity } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import type { Span } from '#db/repos/reading/statistics.repo.ts';
import { addDays, type Calendar, calendarOf, countDays, isTimezone } from './calendar.ts';

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
