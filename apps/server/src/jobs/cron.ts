import { Cron } from 'croner';

/** When something is due: cron fields, and the IANA time zone they are meant in. */
export interface CronTime {
  /** Five fields as Unix cron has them (weekdays 0 to 7, both ends Sunday, or names), or six with seconds first. */
  readonly cronSchedule: string;
  readonly cronTimezone: string;
}

/**
 * The first time after `after` that a schedule comes to. A time that a clock change leaves out comes at the change; one that it
 * brings twice comes once, unless the schedule says every hour or more often.
 * @param after epoch milliseconds
 * @returns epoch milliseconds, or undefined when it never comes
 * @throws {Error} when it is no schedule
 */
export function findNextRun({ cronSchedule, cronTimezone }: CronTime, after: number): number | undefined {
  const cron = new Cron(cronSchedule.trim(), { paused: true, mode: '5-or-6-parts', timezone: cronTimezone });
  return cron.nextRun(new Date(after))?.getTime();
}
