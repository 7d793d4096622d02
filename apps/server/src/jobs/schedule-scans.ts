import type { Tx } from '#db/open.ts';
import {
  deleteSchedule,
  listScanPlans,
  listSchedules,
  type ScanPlan,
  type ScheduleRow,
  takeSchedule,
  writeSchedule,
} from '#db/repos/system/schedules.repo.ts';
import { listOpenPayloads } from '#db/repos/system/tasks.repo.ts';
import { followSchedule, type ScheduleTools } from './follow-schedule.ts';
import { coversScan } from './join-scans.ts';

/** Queues the scan of a library, unless one that does as much waits or runs. */
async function enqueueScan({ queue }: ScheduleTools, tx: Tx, { libraryId, mode }: ScanPlan): Promise<boolean> {
  const asked = { libraryId, mode };
  const open = await listOpenPayloads(tx.read, 'scan_library', libraryId);
  if (open.some((payload) => coversScan(JSON.parse(payload), asked))) return false;
  await queue.enqueue(tx, 'scan_library', asked);
  return true;
}

/** Queues the scans that libraries want when the server starts. */
export async function scanOnStart(tools: ScheduleTools, tx: Tx): Promise<void> {
  for (const plan of await listScanPlans(tx.read)) {
    if (plan.scanOnStart) await enqueueScan(tools, tx, plan);
  }
}

/**
 * Queues the scan of one library if it is due.
 * @returns when it is due next; undefined for never
 */
async function queueDueScan(
  tools: ScheduleTools,
  plan: ScanPlan & { readonly cronSchedule: string },
  row: ScheduleRow | undefined,
  now: number,
): Promise<number | undefined> {
  const { libraryId, cronSchedule } = plan;
  const time = { cronSchedule, cronTimezone: plan.cronTimezone ?? tools.timezone };
  const known = row?.cronSchedule === cronSchedule && row.cronTimezone === time.cronTimezone ? row : undefined;
  return followSchedule(tools, { time, plannedAt: known?.nextRunAt, now }, async (tx, nextRunAt) => {
    if (known === undefined) await writeSchedule(tx, { libraryId, ...time, nextRunAt });
    else if (await takeSchedule(tx, known, nextRunAt)) {
      const isQueued = await enqueueScan(tools, tx, plan);
      tx.afterCommit(() => tools.log.info({ libraryId, cronSchedule, isQueued }, 'scheduled scan due'));
    }
  });
}

/**
 * Queues the scans that are due, each in one of several processes, and plans those of new or changed schedules.
 * @param now epoch milliseconds
 * @returns when the next one is due; undefined for never
 */
export async function runSchedules(tools: ScheduleTools, now: number): Promise<number | undefined> {
  const { db, log } = tools;
  const plans = await listScanPlans(db.read);
  const rows = new Map((await listSchedules(db.read)).map((row) => [row.libraryId, row]));
  let next: number | undefined;
  for (const plan of plans) {
    const { libraryId, cronSchedule } = plan;
    const row = rows.get(libraryId);
    if (cronSchedule === null) continue;
    rows.delete(libraryId);
    try {
      const due = await queueDueScan(tools, { ...plan, cronSchedule }, row, now);
      if (due !== undefined) next = Math.min(next ?? due, due);
    } catch (error) {
      // One library must not hold up the others.
      log.error({ err: error, libraryId, cronSchedule }, 'schedule cannot be followed');
    }
  }
  for (const libraryId of rows.keys()) await db.transaction(async (tx) => deleteSchedule(tx, libraryId));
  return next;
}
