import { plural, t } from '@lingui/core/macro';
import { DATES, LANGUAGE } from '#lib/locale.ts';

/** Form of a schedule; `cron` covers what the other forms cannot express. */
export type ScheduleKind = 'off' | 'daily' | 'weekly' | 'monthly' | 'hourly' | 'cron';

/** A schedule without a raw cron expression. */
export type PlainSchedule =
  | { readonly kind: 'daily'; readonly time: string }
  /** Weekdays from 0 (Sunday) to 6, at least one, in this order. */
  | { readonly kind: 'weekly'; readonly time: string; readonly days: readonly number[] }
  | { readonly kind: 'monthly'; readonly time: string; readonly day: number }
  | { readonly kind: 'hourly'; readonly every: number; readonly minute: number };

/** Intervals in hours that divide a day evenly. */
export const HOURS = [1, 2, 3, 4, 6, 8, 12] as const;

/** Monday first, with cron numbers. */
export const WEEKDAYS = [
  [1, t`Monday`],
  [2, t`Tuesday`],
  [3, t`Wednesday`],
  [4, t`Thursday`],
  [5, t`Friday`],
  [6, t`Saturday`],
  [0, t`Sunday`],
] as const;

export const USUAL_CRON = '0 3 * * *';

const CLOCK = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|[0-7](?:,[0-7])*)$/;
const HOURLY = /^(\d{1,2}) (?:\*|\*\/(\d{1,2})) \* \* \*$/;

function readHourly(cron: string): PlainSchedule | undefined {
  const found = HOURLY.exec(cron);
  const minute = Number(found?.[1]);
  const every = HOURS.find((hours) => hours === Number(found?.[2] ?? 1));
  return found === null || every === undefined || minute > 59 ? undefined : { kind: 'hourly', every, minute };
}

function readClock(cron: string): PlainSchedule | undefined {
  const found = CLOCK.exec(cron);
  if (found === null) return undefined;
  const [minute = '', hour = '', day = '', weekdays = ''] = found.slice(1);
  if (Number(minute) > 59 || Number(hour) > 23) return undefined;
  return readDays(`${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`, day, weekdays);
}

function readDays(time: string, day: string, weekdays: string): PlainSchedule | undefined {
  if (day === '*' && weekdays === '*') return { kind: 'daily', time };
  if (day === '*') {
    const days = [...new Set(weekdays.split(',').map((weekday) => Number(weekday) % 7))];
    return { kind: 'weekly', time, days: days.sort((one, other) => one - other) };
  }
  const isDay = Number(day) >= 1 && Number(day) <= 31;
  return weekdays === '*' && isDay ? { kind: 'monthly', time, day: Number(day) } : undefined;
}

/** Undefined for an expression only `cron` covers. */
export function readCron(cron: string): PlainSchedule | undefined {
  const plain = cron.trim().replace(/\s+/g, ' ');
  return readHourly(plain) ?? readClock(plain);
}

export function toCron(schedule: PlainSchedule): string {
  if (schedule.kind === 'hourly')
    return `${schedule.minute} ${schedule.every === 1 ? '*' : `*/${schedule.every}`} * * *`;
  const [hour = '3', minute = '0'] = schedule.time.split(':');
  const at = `${Number(minute)} ${Number(hour)}`;
  if (schedule.kind === 'daily') return `${at} * * *`;
  if (schedule.kind === 'monthly') return `${at} ${schedule.day} * *`;
  return `${at} * * ${schedule.days.join(',')}`;
}

/** Converts to another form, keeping what it can express. */
export function asKind(cron: string, kind: PlainSchedule['kind']): PlainSchedule {
  const before = readCron(cron);
  if (before?.kind === kind) return before;
  const time = before === undefined || before.kind === 'hourly' ? '03:00' : before.time;
  if (kind === 'daily') return { kind, time };
  if (kind === 'weekly') return { kind, time, days: [0] };
  return kind === 'monthly' ? { kind, time, day: 1 } : { kind, every: 6, minute: 0 };
}

const joined = new Intl.ListFormat(LANGUAGE, { style: 'long', type: 'conjunction' });

/** "3:00" for "03:00". */
function spoken(time: string): string {
  return time.replace(/^0(?=\d)/, '');
}

/** "every night at 3:00"; quotes a custom cron expression. */
export function scheduleWords(cron: string): string {
  const schedule = readCron(cron);
  if (schedule === undefined) {
    const expression = cron.trim();
    return t`by the schedule “${expression}”`;
  }
  if (schedule.kind === 'hourly') return hourlyWords(schedule.every, schedule.minute);
  const time = spoken(schedule.time);
  if (schedule.kind === 'daily') {
    return schedule.time < '06:00' ? t`every night at ${time}` : t`every day at ${time}`;
  }
  if (schedule.kind === 'monthly') {
    const { day } = schedule;
    return t`on day ${day} of every month at ${time}`;
  }
  const days = joined.format(WEEKDAYS.filter(([day]) => schedule.days.includes(day)).map(([, name]) => name));
  return t`every ${days} at ${time}`;
}

function hourlyWords(hours: number, minute: number): string {
  if (minute === 0) return hours === 1 ? t`every hour` : plural(hours, { one: 'every # hour', other: 'every # hours' });
  return hours === 1
    ? plural(minute, { one: 'every hour, # minute past', other: 'every hour, # minutes past' })
    : t`${plural(hours, { one: 'every # hour', other: 'every # hours' })}, ${plural(minute, { one: '# minute past', other: '# minutes past' })}`;
}

/** Time of a run in the given zone: "Sun 22 Nov, 3:00". */
export function formatRun(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(DATES, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', hourCycle: 'h23' },
    timeZone,
  });
  return parts.format(new Date(instant)).replace(/(\d), 0(?=\d:)/, '$1, ');
}
