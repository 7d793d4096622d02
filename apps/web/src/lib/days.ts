import { DATES } from './locale.ts';

const DAY_MS = 86_400_000;

function toUtcStart(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Local calendar day, as `2026-01-31`, of an instant in epoch milliseconds. */
export function toDay(at: number): string {
  const date = new Date(at);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

/** `count` may be negative. */
export function addDays(day: string, count: number): string {
  return new Date(toUtcStart(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Number of days between two days, inclusive. */
export function countDays(from: string, to: string): number {
  return Math.round((toUtcStart(to) - toUtcStart(from)) / DAY_MS) + 1;
}

/** 0 for Monday to 6 for Sunday (ISO 8601). */
export function getWeekday(day: string): number {
  return (new Date(toUtcStart(day)).getUTCDay() + 6) % 7;
}

/** Whether a text is a valid date, as `2026-01-31`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toUtcStart(text)) && addDays(text, 0) === text;
}

function buildFormatter(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat(DATES, { ...options, timeZone: 'UTC' });
  return (day) => format.format(toUtcStart(day));
}

/** "Tue" for `2026-11-03`. */
export const shortWeekday = buildFormatter({ weekday: 'short' });

/** "Nov" for `2026-11-03`. */
export const shortMonth = buildFormatter({ month: 'short' });

/** "3 Nov" for `2026-11-03`. */
export const shortDay = buildFormatter({ day: 'numeric', month: 'short' });

/** "3 November 2026" for `2026-11-03`. */
export const plainDay = buildFormatter({ day: 'numeric', month: 'long', year: 'numeric' });

/** "Tuesday, 3 November 2026" for `2026-11-03`. */
export const longDay = buildFormatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** "November 2026" for `2026-11-03`. */
export const longMonth = buildFormatter({ month: 'long', year: 'numeric' });
