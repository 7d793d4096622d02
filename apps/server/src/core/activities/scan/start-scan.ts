import type { ScanMode, ScanStatus } from '@lectern/contract';
import { z } from 'zod';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { AppError } from '#core/errors.ts';
import { splitFolders } from '#core/rules/naming/place-in-series.ts';
import type { Viewer } from '#core/viewer.ts';
import { listBookPaths } from '#db/repos/scanning/scan.repo.ts';
import { findActiveScan, type ScanTaskRow } from '#db/repos/system/scan-tasks.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import type { TaskPayload } from '#jobs/task-payloads.ts';
import { say } from '#words/say.ts';
import { getLibraryOfSeries, requireVisible } from '../require-visible.ts';
import { announceScan } from './announce-scan.ts';
import { getScanStatus, type ScanControl } from './control-scans.ts';
import { invalidField } from '#core/invalid-field.ts';

const Payload = z.object({ folders: z.array(z.string()).optional() });

function isOfFolders({ payload }: ScanTaskRow): boolean {
  return Payload.parse(JSON.parse(payload)).folders !== undefined;
}

/** Queues a scan of a library. @throws {AppError} `NotFound`, or `Conflict` while another scan is pending or running */
export async function startScan(ctx: ScanControl, viewer: Viewer, target: TaskPayload<'scan_library'>) {
  await requireVisible(ctx.db.read, viewer, 'Library', target.libraryId);
  const taskId = await ctx.db.transaction(async (tx) => {
    await lockFor(ctx.db.kind, tx.write, `scan ${target.libraryId}`);
    const active = await findActiveScan(tx.read, viewer, target.libraryId);
    // A scan of a few folders, queued by the watcher, does not block a larger one.
    const isMore = target.folders === undefined && active !== undefined && isOfFolders(active);
    if (active !== undefined && !isMore) {
      throw new AppError('Conflict', say('A scan of this library is already running'));
    }
    return ctx.queue.enqueue(tx, 'scan_library', target);
  });
  await announceScan(ctx, taskId);
  return getScanStatus(ctx, viewer, target.libraryId);
}

interface FolderTarget {
  readonly libraryId: string;
  readonly mode: ScanMode;
  /** Relative to the root, as a user typed it. */
  readonly folder: string;
}

function normalized(folder: string): string {
  const steps = folder.split('/').filter((step) => step !== '' && step !== '.');
  if (!steps.includes('..') && !folder.startsWith('/') && !/[\\\0]/.test(folder)) return steps.join('/');
  throw invalidField('path', say('must be a path in the library, without ".."'));
}

/**
 * Queues a scan below one folder of a library; an empty folder means the whole library.
 * @throws {AppError} `NotFound`, `BadRequest` for a path outside, or `Conflict` while another scan is pending or running
 */
export async function startFolderScan(ctx: ScanControl, viewer: Viewer, target: FolderTarget): Promise<ScanStatus> {
  await getLibrary(ctx, viewer, target.libraryId);
  const { libraryId, mode } = target;
  const folder = normalized(target.folder);
  return startScan(ctx, viewer, { libraryId, mode, ...(folder === '' ? {} : { folders: [folder] }) });
}

function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map(splitFolders);
  const length = others.reduce((shared, folders) => {
    const differs = first.slice(0, shared).findIndex((step, index) => folders[index] !== step);
    return differs < 0 ? shared : differs;
  }, first.length);
  return first.slice(0, length).join('/');
}

/**
 * Queues a scan of the common folder of a series' books.
 * @throws {AppError} `NotFound`, or `Conflict` while another scan is pending or running
 */
export async function startSeriesScan(ctx: ScanControl, viewer: Viewer, seriesId: string, mode: ScanMode) {
  const libraryId = await getLibraryOfSeries(ctx.db.read, viewer, seriesId);
  const folder = commonFolder(await listBookPaths(ctx.db.read, seriesId));
  return startFolderScan(ctx, viewer, { libraryId, mode, folder });
}
