import type { Logger } from 'pino';
import type { Database, Tx } from '#db/open.ts';
import { type CronTime, findNextRun } from './cron.ts';
import type { Queue } from './queue.ts';

/** Tools of everything that is scheduled. */
export interface ScheduleTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  /** Time zone of schedules that name none. */
  readonly timezone: string;
}

/**
 * Takes a run when it is due, or plans the first one. Runs that were missed while no server ran are taken once.
 * @param plannedAt time of the run that was planned by the same schedule; undefined for a new or changed schedule
 * @param take writes the next run, and queues the task of a run that was planned
 * @returns when it is due next; undefined for never
 */
export async function followSchedule(
  { db }: ScheduleTools,
  { time, plannedAt, now }: { readonly time: CronTime; readonly plannedAt: number | undefined; readonly now: number },
  take: (tx: Tx, nextRunAt: number) => Promise<void>,
): Promise<number | undefined> {
  if (plannedAt !== undefined && plannedAt > now) return plannedAt;
  // The clock of the process that planned the run may have been ahead.
  const nextRunAt = findNextRun(time, Math.max(now, plannedAt ?? now));
  if (nextRunAt !== undefined) await db.transaction(async (tx) => take(tx, nextRunAt));
  return nextRunAt;
}
