import { hasExports } from '#db/repos/system/exports.repo.ts';
import { findDatabaseTime } from '#db/repos/system/schedules.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { scheduleNotices } from './schedule-notices.ts';
import { type PollTools, runReleaseSchedules } from './schedule-polls.ts';
import { runSchedules } from './schedule-scans.ts';
import { runServerSchedule } from './schedule-server-work.ts';

interface SchedulerTools extends PollTools {
  /** Cron schedule of the search for duplicates; empty for never. */
  readonly duplicateSchedule: string;
  /** Cron schedule of the clean-up of exports; empty for never. */
  readonly exportSchedule: string;
  /** Cron schedules of backups and of their drills; empty for never. */
  readonly backupSchedule: string;
  readonly drillSchedule: string;
  /** Cron schedule of looks through the import folder; empty for never. */
  readonly importSchedule: string;
}

/** Every night. */
const EMPTY_TRASH = '40 2 * * *';
/** Delay after changes by other processes, and of the clock. */
const LOOK_MS = 60_000;
const MIN_WAIT_MS = 50;

/** Follows the schedules of libraries, of the server and of release sources, until it is disposed. */
export class Scheduler implements AsyncDisposable {
  readonly #tools: SchedulerTools;
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(tools: SchedulerTools, events: EventBus) {
    this.#tools = tools;
    this.#subscription = events.subscribe('entity', ({ name }) => {
      if (name.startsWith('library_')) this.#look();
    });
    this.#look();
  }

  #look(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again) this.#look();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
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
    if (!this.#stopped) this.#timer = setTimeout(() => this.#look(), wait).unref();
  }

  async #runOnce(): Promise<number> {
    const tools = this.#tools;
    try {
      const now = await findDatabaseTime(tools.db);
      const duplicates = { type: 'find_duplicates', cronSchedule: tools.duplicateSchedule } as const;
      const cleanUp = (await hasExports(tools.db.read)) ? tools.exportSchedule : '';
      const exports = { type: 'cleanup_series_exports', cronSchedule: cleanUp } as const;
      await scheduleNotices(tools);
      const backups = { type: 'create_backup', cronSchedule: tools.backupSchedule } as const;
      const drills = { type: 'drill_backup', cronSchedule: tools.drillSchedule } as const;
      const trash = { type: 'empty_trash', cronSchedule: EMPTY_TRASH } as const;
      const imports = { type: 'look_through_imports', cronSchedule: tools.importSchedule } as const;
      const due = [
        await runSchedules(tools, now),
        await runServerSchedule(tools, duplicates, now),
        await runServerSchedule(tools, exports, now),
        await runServerSchedule(tools, backups, now),
        await runServerSchedule(tools, drills, now),
        await runServerSchedule(tools, trash, now),
        await runServerSchedule(tools, imports, now),
        await runReleaseSchedules(tools, now),
      ];
      const next = Math.min(...due.map((time) => time ?? Number.POSITIVE_INFINITY));
      return Math.min(LOOK_MS, Math.max(MIN_WAIT_MS, next - now));
    } catch (error) {
      tools.log.error({ err: error }, 'schedules could not be looked at');
      return LOOK_MS;
    }
  }
}
