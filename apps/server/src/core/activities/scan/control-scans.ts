import type { ScanStatus } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findActiveScan, findLatestScan, listActiveScanTasks } from '#db/repos/system/scan-tasks.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';
import { requireVisible } from '../require-visible.ts';
import { announceScan } from './announce-scan.ts';
import { sayScanStatus, toScanStatus } from './scan-status.ts';

/** Tools for starting, reading and cancelling scans. */
export interface ScanControl {
  readonly db: Database;
  readonly events: EventBus;
  readonly queue: Queue;
}

/**
 * The running scan of a library, else its last one.
 * @throws {AppError} `NotFound`, also for a library without a scan
 */
export async function getScanStatus(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<ScanStatus> {
  await requireVisible(ctx.db.read, viewer, 'Library', libraryId);
  const row = await findLatestScan(ctx.db.read, viewer, libraryId);
  if (row === undefined) throw new AppError('NotFound', `Library ${libraryId} has not been scanned yet`);
  return sayScanStatus(await toScanStatus(ctx.db.read, row));
}

/**
 * Cancels the scan of a library with the analysis it queued. The next scan continues both.
 * @throws {AppError} `NotFound`, also without a pending or running scan
 */
export async function cancelScan(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<void> {
  await requireVisible(ctx.db.read, viewer, 'Library', libraryId);
  const active = await findActiveScan(ctx.db.read, viewer, libraryId);
  const cancelled = active !== undefined && (await ctx.queue.cancel(active.id));
  if (!cancelled) throw new AppError('NotFound', `Library ${libraryId} is not being scanned`);
  await announceScan(ctx, active.id);
}

/** Pending and running scans of libraries that the viewer may see. */
export async function listActiveScans(ctx: ScanControl, viewer: Viewer): Promise<ScanStatus[]> {
  const rows = await listActiveScanTasks(ctx.db.read, viewer);
  return Promise.all(rows.map(async (row) => sayScanStatus(await toScanStatus(ctx.db.read, row))));
}
