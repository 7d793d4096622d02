import type { ScanStatus } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { libraryRulesOf } from '#core/naming/library-rules.ts';
import { isPlaced, planSeries } from '#core/naming/plan-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { settleHeldBack } from '#db/repos/removals.repo.ts';
import { type BookChange, listPlacedBooks, updateScannedBook } from '#db/repos/scan.repo.ts';
import { findNaming } from '#db/repos/naming.repo.ts';
import { bookEvent } from '#events/entity-events.ts';
import { getScanStatus, type ScanControl } from './control-scans.ts';
import { announceScan } from './scan-status.ts';

const BATCH = 200;

async function renumber(tx: Tx, libraryId: string, seriesIds: ReadonlySet<string>, at: number): Promise<void> {
  for (const seriesId of seriesIds) {
    const naming = await findNaming(tx.read, seriesId);
    if (naming === undefined) continue;
    const books = await listPlacedBooks(tx.read, seriesId);
    const placings = planSeries(libraryRulesOf(naming), naming.seriesTitle, books);
    for (const book of books) {
      const placing = placings.get(book.id);
      if (placing === undefined || isPlaced(book, placing)) continue;
      await updateScannedBook(tx, book.id, { ...placing, updatedAt: at }, { libraryId, path: book.path });
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
  const settleSome = async (tx: Tx): Promise<number> => {
    const books = await settleHeldBack(tx, libraryId, change, BATCH);
    if (removed) {
      await renumber(tx, libraryId, new Set(books.map(({ seriesId }) => seriesId)), at);
      tx.afterCommit(() => {
        for (const book of books) ctx.events.emit(bookEvent('book_updated', { ...book, libraryId }, ['deleted']));
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
