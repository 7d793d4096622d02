import { Cron } from 'croner';

/** Whether a name is a time zone of the IANA database, for example `Europe/Paris`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets such as `+01:00` are taken by Intl, yet are no zone.
    return /^[A-Za-z]/.test(name);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Looks whether a schedule can be followed: five fields as Unix cron has them (weekdays 0 to 7, both ends Sunday), or six
 * with seconds in front.
 * @returns what is wrong, or undefined
 */
export function findScheduleFault(schedule: string): string | undefined {
  const fields = schedule.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) {
    return `"${schedule}" has ${fields.length} fields; expected 5 (minute hour day month weekday) or 6 with seconds first`;
  }
  try {
    const cron = new Cron(schedule.trim(), { paused: true, mode: '5-or-6-parts', timezone: 'UTC' });
    return cron.nextRun() === null ? `"${schedule}" never comes` : undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `"${schedule}" is no cron schedule: ${error.message.replace(/^CronPattern: /, '')}`;
  }
}
