import type { ScanStatus } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { lockFor } from '#db/dialect.ts';
import type { Database } from '#db/open.ts';
import {
  findActiveScan,
  findLatestScan,
  listActiveScanTasks,
  type ScanTaskRow,
} from '#db/repos/system/scan-tasks.repo.ts';
import { visibleLibraries } from '#db/repos/visibility.ts';
import type { EventBus } from '#events/bus.ts';
import type { TaskPayload } from '#jobs/catalog.ts';
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
