import { Cron } from 'croner';

/** Cron fields and their IANA time zone. */
export interface CronTime {
  /** Five fields as in Unix cron (weekdays 0 to 7, both ends Sunday, or names), or six with seconds first. */
  readonly cronSchedule: string;
  readonly cronTimezone: string;
}

/**
 * The first time of a schedule after `after`. A time that a clock change skips comes at the change; one that it repeats
 * comes once, unless the schedule is hourly or more frequent.
 * @param after epoch milliseconds
 * @returns epoch milliseconds; undefined for never
 * @throws {Error} when it is no schedule
 */
export function findNextRun({ cronSchedule, cronTimezone }: CronTime, after: number): number | undefined {
  const cron = new Cron(cronSchedule.trim(), { paused: true, mode: '5-or-6-parts', timezone: cronTimezone });
  return cron.nextRun(new Date(after))?.getTime();
}
