import type { SchedulePreview, ScheduleRequest } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import { isTimeZone } from '#config/time-zone.ts';
import { findNextRun } from '#jobs/cron.ts';
import { AppError } from '../errors.ts';
import { findScheduleFault } from './check-schedule.ts';
import type { Complaint } from './strategy-config.ts';

/** Times that an answer names. */
const RUNS = 3;

function complainAbout(cronSchedule: string, cronTimezone: string): Complaint[] {
  const fault = findScheduleFault(cronSchedule);
  const zone = { path: 'cronTimezone', message: `"${cronTimezone}" is no IANA time zone, for example Europe/Paris` };
  return [
    ...(fault === undefined ? [] : [{ path: 'cronSchedule', message: fault }]),
    ...(isTimeZone(cronTimezone) ? [] : [zone]),
  ];
}

/**
 * When a schedule would start scans next.
 * @throws {AppError} `BadRequest` for what is no schedule or no time zone
 */
export function previewSchedule(
  { config }: { readonly config: Pick<Config, 'scheduler'> },
  { cronSchedule, cronTimezone: wanted }: ScheduleRequest,
): SchedulePreview {
  const cronTimezone = wanted ?? config.scheduler.timezone;
  const complaints = complainAbout(cronSchedule, cronTimezone);
  const [first] = complaints;
  if (first !== undefined) {
    throw new AppError('BadRequest', `Invalid body: ${first.path}: ${first.message}`, { details: complaints });
  }
  const nextRuns: string[] = [];
  let at: number | undefined = Date.now();
  while (nextRuns.length < RUNS) {
    at = findNextRun({ cronSchedule, cronTimezone }, at);
    if (at === undefined) break;
    nextRuns.push(new Date(at).toISOString());
  }
  return { cronTimezone, nextRuns };
}
