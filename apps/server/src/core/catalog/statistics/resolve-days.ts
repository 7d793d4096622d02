import type { Granularity } from '@lectern/contract';
import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import type { Span } from '#db/repos/reading/statistics.repo.ts';
import { say } from '#words/say.ts';
import { addDays, type Calendar, createCalendar, countDays, isTimezone } from './calendar.ts';
import { invalidField } from '#core/invalid-field.ts';

/** The database, and the settings for the default time zone. */
export interface StatisticsContext {
  readonly db: Database;
  readonly settings: Settings;
}

/** A requested range of days. */
export interface DaysAsked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly granularity: Granularity;
  readonly timezone?: string | undefined;
}

/** A range of days with all defaults filled in. */
export interface DaysWanted {
  readonly from: string;
  readonly to: string;
  readonly granularity: Granularity;
  readonly calendar: Calendar;
  readonly span: Span;
}

const DEFAULT_DAYS = 90;
/** Ten years: the longest range, and the longest streak. */
export const MAX_DAYS = 3_660;

function refuse(path: string, message: string): never {
  throw invalidField(path, message);
}

/**
 * The calendar of the requested time zone, else of the server's.
 * @throws {AppError} `BadRequest` for an unknown time zone
 */
export function resolveCalendar({ settings }: Pick<StatisticsContext, 'settings'>, timezone?: string): Calendar {
  if (timezone !== undefined && !isTimezone(timezone))
    refuse('timezone', say('must be a time zone such as Europe/Paris'));
  return createCalendar(timezone ?? settings.get('scheduler.timezone'));
}

/**
 * The requested days, by default the last 90.
 * @throws {AppError} `BadRequest` for a range that is reversed or too long
 */
export function resolveDays(ctx: Pick<StatisticsContext, 'settings'>, asked: DaysAsked): DaysWanted {
  const calendar = resolveCalendar(ctx, asked.timezone);
  const to = asked.to ?? calendar.toDay(Date.now());
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS);
  if (from > to) refuse('from', say('must not be after {date}', { date: to }));
  if (countDays(from, to) > MAX_DAYS)
    refuse(
      'from',
      say('must be at most {max, plural, one {# day} other {# days}} before {date}', { max: MAX_DAYS, date: to }),
    );
  const span = { from: calendar.getStart(from), before: calendar.getStart(addDays(to, 1)) };
  return { from, to, granularity: asked.granularity, calendar, span };
}
