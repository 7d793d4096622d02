import { findNextRun } from '#jobs/cron.ts';
import { say } from '#words/say.ts';

/**
 * Checks a cron schedule: five fields (weekdays 0 to 7, both ends Sunday), or six with leading seconds.
 * @returns the problem, which is shown under a field, or undefined
 */
export function findScheduleFault(schedule: string): string | undefined {
  const fields = schedule.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) {
    return say('must be a cron schedule of 5 fields (minute, hour, day, month, weekday), or 6 with seconds first');
  }
  try {
    const next = findNextRun({ cronSchedule: schedule, cronTimezone: 'UTC' }, Date.now());
    return next === undefined ? say('must be a cron schedule that happens at some time') : undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return say('must be a cron schedule ({reason})', { reason: error.message.replace(/^CronPattern: /, '') });
  }
}
