import { deleteServerSchedule, findServerSchedule, writeServerSchedule } from '#db/repos/system/schedules.repo.ts';
import { hasOpenTask } from '#db/repos/system/tasks.repo.ts';
import { followSchedule, type ScheduleTools } from './follow-schedule.ts';

/** A task of the whole server and its cron schedule, empty for never. */
interface ServerWork {
  readonly type: keyof typeof PAYLOADS;
  readonly cronSchedule: string;
}

const PAYLOADS = {
  find_duplicates: {},
  cleanup_series_exports: {},
  create_backup: { reason: 'scheduled' },
  drill_backup: {},
  empty_trash: {},
  look_through_imports: {},
} as const;

/**
 * Queues server work when it is due, in one of several processes, unless the same waits or runs.
 * @param now epoch milliseconds
 * @returns when it is due next; undefined for never
 */
export async function runServerSchedule(
  tools: ScheduleTools,
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
  const time = { cronSchedule, cronTimezone };
  const plannedAt = isSame ? known.nextRunAt : undefined;
  return followSchedule(tools, { time, plannedAt, now }, async (tx, nextRunAt) => {
    const isTaken = await writeServerSchedule(tx, type, { ...time, nextRunAt }, known);
    if (!isTaken || !isSame) return;
    const isQueued = !(await hasOpenTask(tx.read, type, ''));
    if (isQueued) await queue.enqueue(tx, type, PAYLOADS[type]);
    tx.afterCommit(() => log.info({ type, cronSchedule, isQueued }, 'scheduled work due'));
  });
}
