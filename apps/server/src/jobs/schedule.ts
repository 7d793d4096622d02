import type { Logger } from 'pino';
import type { Database, Tx } from '#db/open.ts';
import { listEnabledSources, planPoll, type SourceRow } from '#db/repos/releases/release-sources.repo.ts';
import { hasExports } from '#db/repos/system/exports.repo.ts';
import {
  deleteSchedule,
  deleteServerSchedule,
  findDatabaseTime,
  findServerSchedule,
  listScanPlans,
  listSchedules,
  type ScanPlan,
  type ScheduleRow,
  takeSchedule,
  writeSchedule,
  writeServerSchedule,
} from '#db/repos/system/schedules.repo.ts';
import { hasOpenTask, listOpenPayloads } from '#db/repos/system/tasks.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { findNextRun } from './cron.ts';
import { coversScan } from './join-scans.ts';
import type { Queue } from './queue.ts';

/** What scheduled polls take. */
interface ReleaseScheduleTools {
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

/** What work of the whole server takes that is done by schedule. */
interface ServerScheduleTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  /** Time zone that the schedule is meant in. */
  readonly timezone: string;
}

/** What the server does by schedule, and when: as a cron schedule, empty for never. */
interface ServerWork {
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

/** What scheduled scans take. */
interface ScheduleTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  /** Time zone of libraries that name none. */
  readonly timezone: string;
}

/** What everything that is scheduled takes. */
interface SchedulerTools extends ScheduleTools, ServerScheduleTools, ReleaseScheduleTools {
  /** When to search for duplicates, as a cron schedule; empty for never. */
  readonly duplicateSchedule: string;
  /** The same for cleaning up exports. */
  readonly exportSchedule: string;
}

interface Planned extends ScanPlan {
  readonly cronSchedule: string;
  readonly cronTimezone: string;
}

/** Changes of schedules by other processes, and of the clock, are noticed this late at most. */
const LOOK_MS = 60_000;
const MIN_WAIT_MS = 50;

/** Queues the scan that a library wants without being asked, unless one that does as much waits or runs. */
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
 * @returns when it is due next; undefined when it never is again
 */
async function queueDueScan(
  tools: ScheduleTools,
  plan: Planned,
  row: ScheduleRow | undefined,
  now: number,
): Promise<number | undefined> {
  const { db, log } = tools;
  const { libraryId, cronSchedule, cronTimezone } = plan;
  const isKnown = row?.cronSchedule === cronSchedule && row.cronTimezone === cronTimezone;
  if (isKnown && row.nextRunAt > now) return row.nextRunAt;
  // Whatever was missed while no server ran comes once: the next time is counted from now, or from what the clock of another
  // process took for now.
  const nextRunAt = findNextRun(plan, isKnown ? Math.max(now, row.nextRunAt) : now);
  if (nextRunAt === undefined) return undefined;
  await db.transaction(async (tx) => {
    if (!isKnown) await writeSchedule(tx, { libraryId, cronSchedule, cronTimezone, nextRunAt });
    else if (await takeSchedule(tx, row, nextRunAt)) {
      const isQueued = await enqueueScan(tools, tx, plan);
      tx.afterCommit(() => log.info({ libraryId, cronSchedule, isQueued }, 'scheduled scan due'));
    }
  });
  return nextRunAt;
}

/**
 * Queues the scans that are due, of several processes exactly one; libraries whose schedule is new or another are given their
 * next time, and nothing else is touched.
 * @param now epoch milliseconds
 * @returns when the next one is due; undefined when none is
 */
export async function runSchedules(tools: ScheduleTools, now: number): Promise<number | undefined> {
  const { db, log, timezone } = tools;
  const plans = await listScanPlans(db.read);
  const rows = new Map((await listSchedules(db.read)).map((row) => [row.libraryId, row]));
  let next: number | undefined;
  for (const plan of plans) {
    const { libraryId, cronSchedule } = plan;
    const row = rows.get(libraryId);
    if (cronSchedule === null) continue;
    rows.delete(libraryId);
    try {
      const planned = { ...plan, cronSchedule, cronTimezone: plan.cronTimezone ?? timezone };
      const due = await queueDueScan(tools, planned, row, now);
      if (due !== undefined) next = Math.min(next ?? due, due);
    } catch (error) {
      // One library must not hold up the others.
      log.error({ err: error, libraryId, cronSchedule }, 'schedule cannot be followed');
    }
  }
  for (const libraryId of rows.keys()) await db.transaction(async (tx) => deleteSchedule(tx, libraryId));
  return next;
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

class Scheduler {
  readonly #tools: SchedulerTools;
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(tools: SchedulerTools, events: EventBus) {
    this.#tools = tools;
    this.#subscription = events.subscribe('entity', ({ name }) => {
      if (name.startsWith('library_')) this.look();
    });
  }

  look(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again) this.look();
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#subscription[Symbol.dispose]();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    let wait = LOOK_MS;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      wait = await this.#runOnce();
    }
    if (!this.#stopped) this.#timer = setTimeout(() => this.look(), wait).unref();
  }

  async #runOnce(): Promise<number> {
    const { db, log } = this.#tools;
    try {
      const now = await findDatabaseTime(db);
      const scans = await runSchedules(this.#tools, now);
      const server = await this.#runServerWork(now);
      const next = earlier(earlier(scans, server), await runReleaseSchedules(this.#tools, now));
      return next === undefined ? LOOK_MS : Math.min(LOOK_MS, Math.max(MIN_WAIT_MS, next - now));
    } catch (error) {
      log.error({ err: error }, 'schedules could not be looked at');
      return LOOK_MS;
    }
  }

  async #runServerWork(now: number): Promise<number | undefined> {
    const { duplicateSchedule, exportSchedule } = this.#tools;
    const duplicates = { type: 'find_duplicates', cronSchedule: duplicateSchedule } as const;
    // Where there are no exports nothing is left to clean up.
    const cronSchedule = (await hasExports(this.#tools.db.read)) ? exportSchedule : '';
    const exports = { type: 'cleanup_series_exports', cronSchedule } as const;
    const next = await runServerSchedule(this.#tools, duplicates, now);
    return earlier(next, await runServerSchedule(this.#tools, exports, now));
  }
}

/** Follows the schedules of libraries, of the whole server and of release sources, until it is disposed. */
export function startScheduler(tools: SchedulerTools, events: EventBus): AsyncDisposable {
  const scheduler = new Scheduler(tools, events);
  scheduler.look();
  return { [Symbol.asyncDispose]: async () => scheduler.stop() };
}
