import type { BinPurge } from '@lectern/contract';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import { deleteBinned, listBooksToRestore } from '#db/repos/scanning/bin.repo.ts';
import { lockLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import { bookEvent, purgedEvent, seriesEvent } from '#events/entity-events.ts';
import { auditBin, BATCH, type BinContext } from './bin-context.ts';
import { listMissing } from './restore-books.ts';
import { deleteTrashedFiles } from './trash-files.ts';

/**
 * Removes books of the bin for good, with progress, ratings, list places and their files in the trash. A book that still has
 * its file in the library stays: the next scan would make a new book of it.
 */
export async function purgeBinned(ctx: BinContext, viewer: Viewer, bookIds: readonly string[]): Promise<BinPurge> {
  const { db, events, queue } = ctx;
  const purge = { books: 0, kept: 0 };
  for (let after = ''; ; ) {
    const meant = { by: 'id', ids: bookIds } as const;
    const books = await listBooksToRestore(db.read, viewer, meant, { after, limit: BATCH });
    const last = books.at(-1);
    if (last === undefined) break;
    after = last.id;
    const missing = new Set(await listMissing(books));
    for (const id of await deleteTrashedFiles(ctx, [...missing])) missing.delete(id);
    purge.kept += books.length - missing.size;
    if (missing.size === 0) continue;
    purge.books += await db.transaction(async (tx) => {
      await lockLibraries(tx, [...new Set(books.map(({ libraryId }) => libraryId))]);
      const removed = await deleteBinned(tx, [...missing]);
      await queue.enqueue(tx, 'cleanup_orphaned_files', {});
      const gone = new Set(removed.series.map(({ id }) => id));
      tx.afterCommit(() => {
        for (const book of removed.books) events.emit(bookEvent('book_deleted', book));
        for (const [id, ofSeries] of groupBy(removed.books, ({ seriesId }) => seriesId)) {
          const libraryId = ofSeries[0]?.libraryId ?? '';
          if (!gone.has(id)) events.emit(purgedEvent({ id, libraryId }, ofSeries.length));
        }
        for (const series of removed.series) events.emit(seriesEvent('series_deleted', series));
      });
      return removed.books.length;
    });
  }
  await auditBin(ctx, viewer, 'books_removed', { books: purge.books });
  return purge;
}
