import type { ScanMode, ScanStatus } from '@lectern/contract';
import { z } from 'zod';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { AppError } from '#core/errors.ts';
import { foldersOf } from '#core/rules/naming/place-in-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { visibleLibraries, visibleSeries } from '#db/repos/rows/visibility.ts';
import { listBookPaths } from '#db/repos/scanning/scan.repo.ts';
import {
  findActiveScan,
  findLatestScan,
  listActiveScanTasks,
  type ScanTaskRow,
} from '#db/repos/system/scan-tasks.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import type { EventBus } from '#events/bus.ts';
import type { TaskPayload } from '#jobs/task-payloads.ts';
import type { Queue } from '#jobs/queue.ts';
import { announceScan, toScanStatus } from './scan-status.ts';

const Payload = z.object({ folders: z.array(z.string()).optional() });

/** What starting, asking about and cancelling scans uses. */
export interface ScanControl {
  readonly db: Database;
  readonly events: EventBus;
  readonly queue: Queue;
}

async function requireLibrary({ db }: ScanControl, viewer: Viewer, libraryId: string): Promise<void> {
  const row = await visibleLibraries(db.read, viewer)
    .select('library.id')
    .where('library.id', '=', libraryId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
}

function isOfFolders({ payload }: ScanTaskRow): boolean {
  return Payload.parse(JSON.parse(payload)).folders !== undefined;
}

/**
 * Queues a scan of a library.
 * @throws {AppError} `NotFound`, or `Conflict` while one waits or runs
 */
export async function startScan(
  ctx: ScanControl,
  viewer: Viewer,
  target: TaskPayload<'scan_library'>,
): Promise<ScanStatus> {
  await requireLibrary(ctx, viewer, target.libraryId);
  const taskId = await ctx.db.transaction(async (tx) => {
    await lockFor(ctx.db.kind, tx.write, `scan ${target.libraryId}`);
    const active = await findActiveScan(tx.read, viewer, target.libraryId);
    // A scan of some folders, as watching has them done, is no answer to who wants more.
    const isMore = target.folders === undefined && active !== undefined && isOfFolders(active);
    if (active !== undefined && !isMore) {
      throw new AppError('Conflict', `Library ${target.libraryId} is being scanned already`);
    }
    return ctx.queue.enqueue(tx, 'scan_library', target);
  });
  await announceScan(ctx, taskId);
  return getScanStatus(ctx, viewer, target.libraryId);
}

/**
 * The running scan of a library, else its last one.
 * @throws {AppError} `NotFound` also when it was never scanned
 */
export async function getScanStatus(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<ScanStatus> {
  await requireLibrary(ctx, viewer, libraryId);
  const row = await findLatestScan(ctx.db.read, viewer, libraryId);
  if (row === undefined) throw new AppError('NotFound', `Library ${libraryId} has not been scanned yet`);
  return toScanStatus(ctx.db.read, row);
}

/**
 * Cancels the scan of a library and the analysis it queued; both are taken up by the next scan.
 * @throws {AppError} `NotFound` also when none waits or runs
 */
export async function cancelScan(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<void> {
  await requireLibrary(ctx, viewer, libraryId);
  const active = await findActiveScan(ctx.db.read, viewer, libraryId);
  const cancelled = active !== undefined && (await ctx.queue.cancel(active.id));
  if (!cancelled) throw new AppError('NotFound', `Library ${libraryId} is not being scanned`);
  await announceScan(ctx, active.id);
}

/** Every scan that waits or runs, of libraries that the viewer may see. */
export async function listActiveScans(ctx: ScanControl, viewer: Viewer): Promise<ScanStatus[]> {
  const rows = await listActiveScanTasks(ctx.db.read, viewer);
  return Promise.all(rows.map(async (row) => toScanStatus(ctx.db.read, row)));
}

interface FolderTarget {
  readonly libraryId: string;
  readonly mode: ScanMode;
  /** Relative to the root, as a user typed it. */
  readonly folder: string;
}

/** The folder in the way paths are kept: `/` separated, no empty steps. */
function normalized(folder: string): string {
  const steps = folder.split('/').filter((step) => step !== '' && step !== '.');
  if (!steps.includes('..') && !folder.startsWith('/') && !/[\\\0]/.test(folder)) return steps.join('/');
  const message = 'Must be a path below the library, without ".."';
  throw new AppError('BadRequest', message, { details: [{ path: 'path', message }] });
}

/**
 * Queues a scan of what lies below one folder of a library; without a folder, of all.
 * @throws {AppError} `NotFound`, `BadRequest` for a path that leads out, or `Conflict` while a scan of the library waits or runs
 */
export async function startFolderScan(ctx: ScanControl, viewer: Viewer, target: FolderTarget): Promise<ScanStatus> {
  await getLibrary(ctx, viewer, target.libraryId);
  const { libraryId, mode } = target;
  const folder = normalized(target.folder);
  return startScan(ctx, viewer, { libraryId, mode, ...(folder === '' ? {} : { folders: [folder] }) });
}

/** The deepest folder that all of them are in. */
function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map(foldersOf);
  const length = others.reduce((shared, folders) => {
    const differs = first.slice(0, shared).findIndex((step, index) => folders[index] !== step);
    return differs < 0 ? shared : differs;
  }, first.length);
  return first.slice(0, length).join('/');
}

/**
 * Queues a scan of the folder that all books of a series are in.
 * @throws {AppError} `NotFound`, or `Conflict` while a scan of its library waits or runs
 */
export async function startSeriesScan(
  ctx: ScanControl,
  viewer: Viewer,
  seriesId: string,
  mode: ScanMode,
): Promise<ScanStatus> {
  const series = await visibleSeries(ctx.db.read, viewer, { includeDeleted: true })
    .select('series.libraryId')
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  const folder = commonFolder(await listBookPaths(ctx.db.read, seriesId));
  return startFolderScan(ctx, viewer, { libraryId: series.libraryId, mode, folder });
}
