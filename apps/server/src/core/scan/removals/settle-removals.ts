import type { ScanStatus } from '@lectern/contract';
import { watchSeriesCovers } from '#core/covers/watch-series-covers.ts';
import { AppError } from '#core/errors.ts';
import { renumberSeries } from '#core/naming/renumber-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { holdLibraries } from '#db/repos/scanning/hold-libraries.ts';
import { listHeldBackSeries, settleHeldBack, writeRemovalsConfirmed } from '#db/repos/scanning/removals.repo.ts';
import type { BookChange } from '#db/repos/scanning/scan.repo.ts';
import { bookEvent } from '#events/entity-events.ts';
import { getScanStatus, type ScanControl } from '../control-scans.ts';
import { announceScan } from '../scan-status.ts';

const BATCH = 200;

async function settle(ctx: ScanControl, viewer: Viewer, libraryId: string, removed: boolean): Promise<ScanStatus> {
  const before = await getScanStatus(ctx, viewer, libraryId);
  if (before.pendingRemovals === 0) {
    throw new AppError('Conflict', `No removal of library ${libraryId} waits for an answer`);
  }
  const at = Date.now();
  const change: BookChange = removed ? { deletedAt: at, missingSince: null, updatedAt: at } : { missingSince: null };
  const settleSome = async (tx: Tx): Promise<number> => {
    await holdLibraries(tx, [libraryId]);
    const covers = watchSeriesCovers(tx);
    if (removed) await covers.watch(await listHeldBackSeries(tx.read, libraryId, BATCH));
    const books = await settleHeldBack(tx, libraryId, change, BATCH);
    const told = await covers.events();
    if (removed) {
      await writeRemovalsConfirmed(tx, libraryId, at);
      const seriesIds = new Set(books.map(({ seriesId }) => seriesId));
      for (const seriesId of seriesIds) await renumberSeries(tx, ctx.events, seriesId, at);
      tx.afterCommit(() => {
        for (const book of books) ctx.events.emit(bookEvent('book_updated', { ...book, libraryId }, ['deleted']));
        for (const event of told) ctx.events.emit(event);
      });
    }
    return books.length;
  };
  while ((await ctx.db.transaction(settleSome)) > 0);
  await announceScan(ctx, before.taskId);
  return getScanStatus(ctx, viewer, libraryId);
}

/**
 * Marks the books deleted that a scan held back.
 * @throws {AppError} `NotFound`, or `Conflict` when no removal waits
 */
export async function confirmRemovals(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<ScanStatus> {
  return settle(ctx, viewer, libraryId, true);
}

/**
 * Keeps the books that a scan held back; the next scan asks again when their files are still not there.
 * @throws {AppError} `NotFound`, or `Conflict` when no removal waits
 */
export async function dismissRemovals(ctx: ScanControl, viewer: Viewer, libraryId: string): Promise<ScanStatus> {
  return settle(ctx, viewer, libraryId, false);
}
