import type { Logger } from 'pino';
import type { Database } from '#db/open.ts';
import { listEnabledSources, planPoll, type SourceRow } from '#db/repos/releases/release-sources.repo.ts';
import { hasOpenTask } from '#db/repos/system/tasks.repo.ts';
import { findNextRun } from './cron.ts';
import type { Queue } from './queue.ts';

/** What scheduled polls take. */
export interface ReleaseScheduleTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  /** Time zone that schedules are meant in. */
  readonly timezone: string;
  /** Schedule of sources without one of their own. */
  readonly releaseSchedule: string;
}

const TASK = 'poll_release_source';

/**
 * Queues the poll of one source if it is due.
 * @returns when it is due next; undefined when it never is
 */
async function queueDuePoll(tools: ReleaseScheduleTools, source: SourceRow, now: number): Promise<number | undefined> {
  const { db, queue, log, timezone: cronTimezone, releaseSchedule } = tools;
  const cronSchedule = source.cronSchedule ?? releaseSchedule;
  const plannedFor = `${cronSchedule} ${cronTimezone}`;
  const { id, nextPollAt: due } = source;
  const isPlanned = source.plannedFor === plannedFor && due !== null;
  if (isPlanned && due > now) return due;
  // What was missed while no server ran comes once.
  const nextPollAt = findNextRun({ cronSchedule, cronTimezone }, isPlanned ? Math.max(now, due) : now);
  if (nextPollAt === undefined) return undefined;
  await db.transaction(async (tx) => {
    const isTaken = await planPoll(tx, source, { plannedFor, nextPollAt });
    if (!isTaken || !isPlanned) return;
    const isQueued = !(await hasOpenTask(tx.read, TASK, id));
    if (isQueued) await queue.enqueue(tx, TASK, { sourceId: id });
    tx.afterCommit(() => log.info({ sourceId: id, cronSchedule, isQueued }, 'scheduled poll due'));
  });
  return nextPollAt;
}

/**
 * Queues the polls of feeds that are due, of several processes exactly one for each.
 * @param now epoch milliseconds
 * @returns when the next one is due; undefined when none is
 */
export async function runReleaseSchedules(tools: ReleaseScheduleTools, now: number): Promise<number | undefined> {
  let next: number | undefined;
  for (const source of await listEnabledSources(tools.db.read)) {
    if (source.kind === 'api-feed') continue;
    try {
      const due = await queueDuePoll(tools, source, now);
      if (due !== undefined) next = Math.min(next ?? due, due);
    } catch (error) {
      // One source must not hold up the others.
      tools.log.error({ err: error, sourceId: source.id }, 'schedule cannot be followed');
    }
  }
  return next;
}
