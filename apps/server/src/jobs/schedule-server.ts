import type { Logger } from 'pino';
import type { Database } from '#db/open.ts';
import { deleteServerSchedule, findServerSchedule, writeServerSchedule } from '#db/repos/system/schedules.repo.ts';
import { hasOpenTask } from '#db/repos/system/tasks.repo.ts';
import { findNextRun } from './cron.ts';
import type { Queue } from './queue.ts';

/** What work of the whole server takes that is done by schedule. */
export interface ServerScheduleTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  /** Time zone that the schedule is meant in. */
  readonly timezone: string;
}

/** What the server does by schedule, and when: as a cron schedule, empty for never. */
export interface ServerWork {
  readonly type: 'find_duplicates' | 'cleanup_series_exports';
  readonly cronSchedule: string;
}

/**
 * Queues work when it is due, of several processes exactly one, unless the same waits or runs.
 * @param now epoch milliseconds
 * @returns when it is due next; undefined when it never is
 */
export async function runServerSchedule(
  tools: ServerScheduleTools,
  { type, cronSchedule }: ServerWork,
  now: number,
): Promise<number | undefined> {
  const { db, queue, log, timezone: cronTimezone } = tools;
  const known = await findServerSchedule(db.read, type);
  if (cronSchedule === '') {
    if (known !== undefined) await db.transaction(async (tx) => deleteServerSchedule(tx, type));
    return undefined;
  }
  const isSame = known?.cronSchedule === cronSchedule && known.cronTimezone === cronTimezone;
  if (isSame && known.nextRunAt > now) return known.nextRunAt;
  // What was missed while no server ran comes once.
  const nextRunAt = findNextRun({ cronSchedule, cronTimezone }, isSame ? Math.max(now, known.nextRunAt) : now);
  if (nextRunAt === undefined) return undefined;
  await db.transaction(async (tx) => {
    const isTaken = await writeServerSchedule(tx, type, { cronSchedule, cronTimezone, nextRunAt }, known);
    if (!isTaken || !isSame) return;
    const isQueued = !(await hasOpenTask(tx.read, type, ''));
    if (isQueued) await queue.enqueue(tx, type, {});
    tx.afterCommit(() => log.info({ type, cronSchedule, isQueued }, 'scheduled work due'));
  });
  return nextRunAt;
}
