import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '#config/schema.ts';
import { holdDataFolder } from '#db/hold-data-folder.ts';
import { listUnattended } from '#db/repos/metadata/metadata-work.repo.ts';
import { DiskReserve } from '#files/data/disk-reserve.ts';
import { sweepTemporaries } from '#files/data/sweep-temporaries.ts';
import { joinCluster } from '#jobs/cluster.ts';
import { createTaskHandlers } from '#jobs/handlers/index.ts';
import { scanOnStart } from '#jobs/schedule-scans.ts';
import { Scheduler } from '#jobs/scheduler.ts';
import { LibraryWatches } from '#jobs/watch-libraries.ts';
import { TaskWorker } from '#jobs/worker.ts';
import { type Context, openContext } from '#context/context.ts';
import type { StartOptions } from '#context/work.ts';
import { createHttpServer } from '#http/server.ts';
import { findPlace } from '#core/activities/backups/find-place.ts';
import { finishMoves } from '#core/catalog/bin/trash-files.ts';
import { openAfterRestore } from '#core/activities/backups/finish-restore.ts';
import { noteRestore } from '#core/activities/backups/note-restore.ts';
import { listLeftScratch, removeScratch } from '#core/activities/backups/scratch-places.ts';

type Tasks = Pick<TaskWorker, 'idle'> & AsyncDisposable;

/** A listening server. Disposing it stops listening, finishes open requests, and closes everything. */
export interface RunningServer extends AsyncDisposable {
  /** Address without trailing slash. */
  readonly url: string;
  readonly context: Context;
  readonly tasks: Tasks;
}

function startTasks(context: Context, reserve: DiskReserve): Tasks {
  const { settings, mailRequests } = context;
  const workers = settings.get('tasks.workers');
  const worker = new TaskWorker(
    {
      db: context.db,
      queue: context.queue,
      log: context.log.tasks,
      handlers: createTaskHandlers(context),
      reserve,
      counted: (run) => context.counters.tasks.count(run),
    },
    {
      workers: workers === 0 ? Math.max(2, availableParallelism()) : workers,
      get retentionDays() {
        return settings.get('tasks.retention_days');
      },
    },
  );
  return {
    idle: async () => {
      await mailRequests.idle();
      await worker.idle();
    },
    [Symbol.asyncDispose]: async () => worker[Symbol.asyncDispose](),
  };
}

async function startScans({
  db,
  queue,
  events,
  log,
  config,
  settings,
  processName,
}: Context): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const tools = {
    db,
    queue,
    log: log.scan,
    name: processName,
    get timezone() {
      return settings.get('scheduler.timezone');
    },
    get duplicateSchedule() {
      return settings.get('deduplication.enabled') ? settings.get('deduplication.cron_schedule') : '';
    },
    get exportSchedule() {
      return settings.get('exports.cleanup_cron');
    },
    get backupSchedule() {
      return settings.get('backups.schedule');
    },
    get drillSchedule() {
      return settings.get('backups.drill_schedule');
    },
    get importSchedule() {
      return settings.get('imports.folder') === '' ? '' : IMPORT_SCHEDULE;
    },
    get releaseSchedule() {
      return settings.get('release_tracking.default_cron_schedule');
    },
  };
  const member = opened.use(await joinCluster(tools, async (tx) => scanOnStart(tools, tx)));
  opened.use(new Scheduler(tools, events));
  if (config.scanner.watch) opened.use(new LibraryWatches({ db, queue, events, log: log.scan, member }));
  return opened.move();
}

/** Watches the room that background work leaves on the disk of the data folder. */
async function watchReserve({ config, settings, log }: Context): Promise<DiskReserve> {
  const readReserve = (): number => settings.get('tasks.reserve_megabytes') * 1_048_576;
  const reserve = new DiskReserve({ folder: config.dataDir, readReserve, log: log.tasks });
  settings.watch('tasks.reserve_megabytes', () => void reserve.look());
  await reserve.look();
  return reserve;
}

/** New files are offered soon, and a look at a folder without news costs little. */
const IMPORT_SCHEDULE = '*/5 * * * *';
/** Servers on one PostgreSQL may share the folder: their files stay for so long. */
const SHARED_GRACE_MS = 3_600_000;

/** Runs work beside the server. Disposing stops it and waits for its end. */
function runBeside(work: (signal: AbortSignal) => Promise<void>, onFailed: (error: unknown) => void): AsyncDisposable {
  const stop = new AbortController();
  const done = work(stop.signal).catch(onFailed);
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await done;
    },
  };
}

/**
 * Sweeps what a killed process left.
 * @param scratchIds places of restores and drills
 */
function sweepLeftovers({ config, db, log }: Context, scratchIds: readonly string[]): AsyncDisposable {
  const before = Date.now() - (db.kind === 'sqlite' ? 0 : SHARED_GRACE_MS);
  const sweep = async (signal: AbortSignal): Promise<void> => {
    const { deleted, restored } = await sweepTemporaries(config.dataDir, before, signal);
    if (deleted + restored > 0) log.server.info({ deleted, restored }, 'files of a killed process swept');
    for (const id of scratchIds) {
      if (signal.aborted) return;
      await removeScratch(findPlace(config), id);
      log.server.info({ id }, 'unfinished restore of a killed process swept');
    }
  };
  return runBeside(sweep, (err) => log.server.warn({ err }, 'files of a killed process cannot be swept'));
}

/** Finishes moves of files that a killed process left. */
function finishTrash(context: Context): AsyncDisposable {
  return runBeside(
    async (signal) => finishMoves(context, signal),
    (err) => context.log.server.warn({ err }, 'moves to the trash not finished'),
  );
}

/** Imported on first use: few starts add folders. */
async function addFolders(context: Context, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return;
  const { addLibraries } = await import('#core/activities/scan/add-libraries.ts');
  await addLibraries(context, folders);
}

async function finishWork(context: Context): Promise<void> {
  if ((await listUnattended(context.db.read)).length === 0) return;
  const { endAbandonedWork } = await import('#core/catalog/metadata/queued-work.ts');
  await endAbandonedWork(context);
}

/** Delay of the collection: requests that waited for the server come first. */
const COLLECT_AFTER_MS = 2_000;

/** Collects the garbage of the start once, because a scan would come on top of it. */
async function collectStartGarbage(): Promise<void> {
  await setTimeout(COLLECT_AFTER_MS, undefined, { ref: false });
  // Undefined without `--expose-gc`.
  await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

/**
 * Opens the context, listens, and continues waiting tasks.
 * @param folders absolute; those that are no library yet become one
 * @throws {AppError} a folder cannot become a library
 * @throws {Error} another server holds the data folder
 */
export async function openServer(
  config: Config,
  folders: readonly string[] = [],
  start: StartOptions = { isNew: false },
): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack();
  const place = findPlace(config);
  const held = opened.use(await holdDataFolder(place.location));
  const { opened: ready, outcome } = await openAfterRestore(place, {
    open: async () => openContext(config, start),
    note: async (context, ended) => noteRestore(context, ended, 'server'),
  });
  const context = opened.use(ready);
  if (outcome !== undefined) context.log.server.warn({ outcome }, 'restore ended');
  // Listed before the first task may make another one.
  const leftovers = opened.use(sweepLeftovers(context, await listLeftScratch(place)));
  await addFolders(context, folders);
  const http = opened.use(await createHttpServer(context));
  const url = await http.listen();
  // The server may have crashed before it took back a cancelled bulk edit.
  await finishWork(context);
  const trash = opened.use(finishTrash(context));
  const reserve = opened.use(await watchReserve(context));
  const tasks = opened.use(startTasks(context, reserve));
  const scans = opened.use(await startScans(context));
  void collectStartGarbage();
  opened.move();
  return {
    url,
    context,
    tasks,
    [Symbol.asyncDispose]: async () => {
      // The context closes before the lock on the folder is released.
      using _held = held;
      using _reserve = reserve;
      await using _context = context;
      await using _leftovers = leftovers;
      await using _trash = trash;
      // Requests are answered, and tasks stop where they can continue.
      const stopped = Promise.all([
        scans[Symbol.asyncDispose](),
        http[Symbol.asyncDispose](),
        tasks[Symbol.asyncDispose](),
      ]);
      await withinLimit(stopped, config.server.stopTimeoutSeconds);
    },
  };
}

async function withinLimit(work: Promise<unknown>, seconds: number): Promise<void> {
  const over = new AbortController();
  const limit = setTimeout(seconds * 1000, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    await Promise.race([work, limit]);
  } finally {
    over.abort();
  }
}
