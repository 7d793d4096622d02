import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import { lockLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import { deleteBooks, listDeletedBooks, type PurgeScope } from '#db/repos/scanning/removals.repo.ts';
import { bookEvent, purgedEvent, seriesEvent } from '#events/entity-events.ts';
import { getLibraryOfSeries } from '../require-visible.ts';
import type { ScanControl } from './control-scans.ts';

const BATCH = 200;

/**
 * Deletes soft-deleted books with their progress and edits, and series without books.
 * @returns number of deleted books
 */
export async function purgeDeleted(ctx: ScanControl, scope: PurgeScope, signal: AbortSignal): Promise<number> {
  const { libraryId } = scope;
  let purged = 0;
  for (;;) {
    signal.throwIfAborted();
    const books = await listDeletedBooks(ctx.db.read, scope, BATCH);
    if (books.length === 0) return purged;
    purged += await ctx.db.transaction(async (tx) => {
      await lockLibraries(tx, [libraryId]);
      const ids = books.map(({ id }) => id);
      const removed = await deleteBooks(tx, scope, ids);
      if (removed.books.length > 0) await ctx.queue.enqueue(tx, 'cleanup_orphaned_files', {});
      tx.afterCommit(() => {
        for (const book of removed.books) ctx.events.emit(bookEvent('book_deleted', { ...book, libraryId }));
        const gone = new Set(removed.series);
        for (const [id, ofSeries] of groupBy(removed.books, ({ seriesId }) => seriesId)) {
          if (!gone.has(id)) ctx.events.emit(purgedEvent({ id, libraryId }, ofSeries.length));
        }
        for (const id of removed.series) ctx.events.emit(seriesEvent('series_deleted', { id, libraryId }));
      });
      return removed.books.length;
    });
  }
}

/**
 * Deletes the soft-deleted books of a library.
 * @returns their number
 * @throws {AppError} `NotFound`
 */
export async function purgeLibrary(ctx: ScanControl, viewer: Viewer, libraryId: string, signal: AbortSignal) {
  await getLibrary(ctx, viewer, libraryId);
  return purgeDeleted(ctx, { libraryId }, signal);
}

/**
 * Deletes the soft-deleted books of a series, and the series when no book is left.
 * @returns their number
 * @throws {AppError} `NotFound`
 */
export async function purgeSeries(ctx: ScanControl, viewer: Viewer, seriesId: string, signal: AbortSignal) {
  const libraryId = await getLibraryOfSeries(ctx.db.read, viewer, seriesId);
  return purgeDeleted(ctx, { libraryId, seriesId }, signal);
}
