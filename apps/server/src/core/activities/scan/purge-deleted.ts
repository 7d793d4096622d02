import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { AppError } from '#core/errors.ts';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { holdLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import { deleteBooks, listDeletedBooks, type PurgeScope } from '#db/repos/scanning/removals.repo.ts';
import { visibleSeries } from '#db/repos/rows/visibility.ts';
import { bookEvent, purgedEvent, seriesEvent } from '#events/entity-events.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';

const BATCH = 200;

interface PurgeContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly queue: Queue;
}

/**
 * Removes the rows of books that are marked deleted, with their progress and edits, and series that have no book left.
 * @returns how many books were removed
 */
export async function purgeDeleted(ctx: PurgeContext, scope: PurgeScope, signal: AbortSignal): Promise<number> {
  const { libraryId } = scope;
  let purged = 0;
  for (;;) {
    signal.throwIfAborted();
    const books = await listDeletedBooks(ctx.db.read, scope, BATCH);
    if (books.length === 0) return purged;
    purged += await ctx.db.transaction(async (tx) => {
      await holdLibraries(tx, [libraryId]);
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
 * Removes the deleted books of a library for good.
 * @returns how many there were
 * @throws {AppError} `NotFound`
 */
export async function purgeLibrary(
  ctx: PurgeContext,
  viewer: Viewer,
  libraryId: string,
  signal: AbortSignal,
): Promise<number> {
  await getLibrary(ctx, viewer, libraryId);
  return purgeDeleted(ctx, { libraryId }, signal);
}

/**
 * Removes the deleted books of a series for good, and the series itself when it has no other.
 * @returns how many there were
 * @throws {AppError} `NotFound`
 */
export async function purgeSeries(
  ctx: PurgeContext,
  viewer: Viewer,
  seriesId: string,
  signal: AbortSignal,
): Promise<number> {
  const row = await visibleSeries(ctx.db.read, viewer, { includeDeleted: true })
    .select('series.libraryId')
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  return purgeDeleted(ctx, { libraryId: row.libraryId, seriesId }, signal);
}
