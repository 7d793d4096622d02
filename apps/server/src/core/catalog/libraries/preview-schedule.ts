import type { SchedulePreview, ScheduleRequest } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import { isTimeZone } from '#config/value-checks.ts';
import { findScheduleFault } from '#core/settings/check-schedule.ts';
import { findNextRun } from '#jobs/cron.ts';
import { type Complaint, refuse } from './strategy-config.ts';
import { say } from '#words/say.ts';

interface Schedule {
  readonly cronSchedule: string | null;
  readonly cronTimezone: string | null;
}

/** Checks a schedule and its time zone. @param prefix of the paths */
export function complainAboutSchedule({ cronSchedule, cronTimezone }: Schedule, prefix = ''): Complaint[] {
  const complaints: Complaint[] = [];
  const fault = cronSchedule === null ? undefined : findScheduleFault(cronSchedule);
  if (fault !== undefined) complaints.push({ path: `${prefix}cronSchedule`, message: fault });
  if (cronTimezone !== null && !isTimeZone(cronTimezone)) {
    const message = say('must be a time zone such as Europe/Paris');
    complaints.push({ path: `${prefix}cronTimezone`, message });
  }
  return complaints;
}

/** Runs that the answer lists. */
const RUNS = 3;

/** The next scans of a schedule. @throws {AppError} `BadRequest` for an invalid schedule or time zone */
export function previewSchedule(
  { config }: { readonly config: Pick<Config, 'scheduler'> },
  { cronSchedule, cronTimezone: wanted }: ScheduleRequest,
): SchedulePreview {
  const cronTimezone = wanted ?? config.scheduler.timezone;
  refuse(complainAboutSchedule({ cronSchedule, cronTimezone }));
  const nextRuns: string[] = [];
  let at: number | undefined = Date.now();
  while (nextRuns.length < RUNS) {
    at = findNextRun({ cronSchedule, cronTimezone }, at);
    if (at === undefined) break;
    nextRuns.push(new Date(at).toISOString());
  }
  return { cronTimezone, nextRuns };
}
