import { listEnabledSources, planPoll, type SourceRow } from '#db/repos/releases/release-sources.repo.ts';
import { hasOpenTask } from '#db/repos/system/tasks.repo.ts';
import { followSchedule, type ScheduleTools } from './follow-schedule.ts';

/** Tools of scheduled polls. */
export interface PollTools extends ScheduleTools {
  /** Cron schedule of sources without their own. */
  readonly releaseSchedule: string;
}

const TASK = 'poll_release_source';

/**
 * Queues the poll of one source if it is due.
 * @returns when it is due next; undefined for never
 */
async function queueDuePoll(tools: PollTools, source: SourceRow, now: number): Promise<number | undefined> {
  const { queue, log, timezone: cronTimezone, releaseSchedule } = tools;
  const { id } = source;
  const cronSchedule = source.cronSchedule ?? releaseSchedule;
  const plannedFor = `${cronSchedule} ${cronTimezone}`;
  const plannedAt = source.plannedFor === plannedFor ? (source.nextPollAt ?? undefined) : undefined;
  const time = { cronSchedule, cronTimezone };
  return followSchedule(tools, { time, plannedAt, now }, async (tx, nextPollAt) => {
    const isTaken = await planPoll(tx, source, { plannedFor, nextPollAt });
    if (!isTaken || plannedAt === undefined) return;
    const isQueued = !(await hasOpenTask(tx.read, TASK, id));
    if (isQueued) await queue.enqueue(tx, TASK, { sourceId: id });
    tx.afterCommit(() => log.info({ sourceId: id, cronSchedule, isQueued }, 'scheduled poll due'));
  });
}

/**
 * Queues the polls of feeds that are due, each in one of several processes.
 * @param now epoch milliseconds
 * @returns when the next one is due; undefined for never
 */
export async function runReleaseSchedules(tools: PollTools, now: number): Promise<number | undefined> {
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
