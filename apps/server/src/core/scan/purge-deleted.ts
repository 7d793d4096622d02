import { groupBy } from '#core/group-by.ts';
import type { Database } from '#db/open.ts';
import { deleteBooks, listDeletedBooks } from '#db/repos/removals.repo.ts';
import { bookEvent, purgedEvent, seriesEvent } from '#events/entity-events.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';

const BATCH = 200;

/**
 * Removes the rows of books that are marked deleted, with their progress and edits, and series that have no book left.
 * @returns how many books were removed
 */
export async function purgeDeleted(
  ctx: { readonly db: Database; readonly events: EventBus; readonly queue: Queue },
  libraryId: string,
  signal: AbortSignal,
): Promise<number> {
  let purged = 0;
  for (;;) {
    signal.throwIfAborted();
    const books = await listDeletedBooks(ctx.db.read, libraryId, BATCH);
    if (books.length === 0) return purged;
    purged += await ctx.db.transaction(async (tx) => {
      const ids = books.map(({ id }) => id);
      const removed = await deleteBooks(tx, libraryId, ids);
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
