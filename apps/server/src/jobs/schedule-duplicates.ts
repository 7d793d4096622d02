import type { Logger } from 'pino';
import type { Database } from '#db/open.ts';
import { deleteServerSchedule, findServerSchedule, writeServerSchedule } from '#db/repos/schedules.repo.ts';
import { hasOpenTask } from '#db/repos/tasks.repo.ts';
import { findNextRun } from './cron.ts';
import type { Queue } from './queue.ts';

/** What the scheduled search for duplicates takes. */
export interface DuplicateScheduleTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  /** Time zone that the schedule is meant in. */
  readonly timezone: string;
  /** When to search, as a cron schedule; empty for never. */
  readonly duplicateSchedule: string;
}

const NAME = 'find_duplicates';

/**
 * Queues the search for duplicates when it is due, of several processes exactly one, unless one waits or runs.
 * @param now epoch milliseconds
 * @returns when it is due next; undefined when it never is
 */
export async function runDuplicateSchedule(tools: DuplicateScheduleTools, now: number): Promise<number | undefined> {
  const { db, queue, log, timezone: cronTimezone, duplicateSchedule: cronSchedule } = tools;
  const known = await findServerSchedule(db.read, NAME);
  if (cronSchedule === '') {
    if (known !== undefined) await db.transaction(async (tx) => deleteServerSchedule(tx, NAME));
    return undefined;
  }
  const isSame = known?.cronSchedule === cronSchedule && known.cronTimezone === cronTimezone;
  if (isSame && known.nextRunAt > now) return known.nextRunAt;
  // What was missed while no server ran comes once.
  const nextRunAt = findNextRun({ cronSchedule, cronTimezone }, isSame ? Math.max(now, known.nextRunAt) : now);
  if (nextRunAt === undefined) return undefined;
  await db.transaction(async (tx) => {
    const isTaken = await writeServerSchedule(tx, NAME, { cronSchedule, cronTimezone, nextRunAt }, known);
    if (!isTaken || !isSame) return;
    const isQueued = !(await hasOpenTask(tx.read, NAME, ''));
    if (isQueued) await queue.enqueue(tx, NAME, {});
    tx.afterCommit(() => log.info({ cronSchedule, isQueued }, 'scheduled search for duplicates due'));
  });
  return nextRunAt;
}
