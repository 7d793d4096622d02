import type { ScanStatus } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { type BookChange, listHeldBack, listPlacedBooks, updateScannedBook } from '#db/repos/scan.repo.ts';
import { findNaming } from '#db/repos/naming.repo.ts';
import { bookEvent } from '#events/entity-events.ts';
import { getScanStatus, type ScanControl } from './control-scans.ts';
import { isPlaced, namingRulesOf, planSeries } from './plan-series.ts';
import { announceScan } from './scan-status.ts';

const BATCH = 200;

async function renumber(tx: Tx, seriesIds: ReadonlySet<string>, at: number): Promise<void> {
  for (const seriesId of seriesIds) {
    const naming = await findNaming(tx.read, seriesId);
    if (naming === undefined) continue;
    const books = await listPlacedBooks(tx.read, seriesId);
    const placings = planSeries(namingRulesOf(naming), naming.seriesTitle, books);
    for (const book of books) {
      const placing = placings.get(book.id);
      if (placing === undefined || isPlaced(book, placing)) continue;
      await updateScannedBook(tx, book.id, { ...placing, updatedAt: at });
    }
  }
}

async function settle(ctx: ScanControl, viewer: Viewer, libraryId: string, removed: boolean): Promise<ScanStatus> {
  const before = await getScanStatus(ctx, viewer, libraryId);
  if (before.pendingRemovals === 0) {
    throw new AppError('Conflict', `No removal of library ${libraryId} waits for an answer`);
  }
  const at = Date.now();
  const change: BookChange = removed ? { deletedAt: at, missingSince: null, updatedAt: at } : { missingSince: null };
  for (;;) {
    const books = await listHeldBack(ctx.db.read, libraryId, BATCH);
    if (books.length === 0) break;
    await ctx.db.transaction(async (tx) => {
      for (const { id } of books) await updateScannedBook(tx, id, change);
      if (!removed) return;
      await renumber(tx, new Set(books.map(({ seriesId }) => seriesId)), at);
      tx.afterCommit(() => {
        for (const book of books) ctx.events.emit(bookEvent('book_updated', { ...book, libraryId }, ['deleted']));
      });
    });
  }
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
