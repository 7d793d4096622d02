import { findNextRun } from '#jobs/cron.ts';

/**
 * Checks a cron schedule: five fields (weekdays 0 to 7, both ends Sunday), or six with leading seconds.
 * @returns the problem, or undefined
 */
export function findScheduleFault(schedule: string): string | undefined {
  const fields = schedule.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) {
    return `"${schedule}" has ${fields.length} fields; expected 5 (minute hour day month weekday) or 6 with seconds first`;
  }
  try {
    const next = findNextRun({ cronSchedule: schedule, cronTimezone: 'UTC' }, Date.now());
    return next === undefined ? `"${schedule}" never comes` : undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `"${schedule}" is no cron schedule: ${error.message.replace(/^CronPattern: /, '')}`;
  }
}
