import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { getLibrary } from '#core/catalog/libraries/libraries.ts';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { lockLibraries } from '#db/repos/scanning/analysis-marks.repo.ts';
import { deleteBooks, listDeletedBooks, type PurgeScope } from '#db/repos/scanning/removals.repo.ts';
import { bookEvent, purgedEvent, seriesEvent } from '#events/entity-events.ts';
import { getLibraryOfSeries } from '../require-visible.ts';
import type { ScanControl } from './control-scans.ts';

const BATCH = 200;

/** What happens in the transaction of a batch. */
type Note = (tx: Tx, books: number) => Promise<void>;

/**
 * Deletes soft-deleted books with their progress and edits, and series without books.
 * @returns number of deleted books
 */
export async function purgeDeleted(
  ctx: ScanControl,
  scope: PurgeScope,
  signal: AbortSignal,
  note: Note = async () => undefined,
): Promise<number> {
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
      if (removed.books.length > 0) {
        await note(tx, removed.books.length);
        await ctx.queue.enqueue(tx, 'cleanup_orphaned_files', {});
      }
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

type PurgeContext = ScanControl & AuditContext;

function auditPurge(ctx: AuditContext, actor: Viewer): Note {
  return async (tx, books) => writeAudit(tx, ctx, { action: 'books_removed', actor, details: { books } });
}

/**
 * Deletes the soft-deleted books of a library.
 * @returns their number
 * @throws {AppError} `NotFound`
 */
export async function purgeLibrary(ctx: PurgeContext, viewer: Viewer, libraryId: string, signal: AbortSignal) {
  await getLibrary(ctx, viewer, libraryId);
  return purgeDeleted(ctx, { libraryId }, signal, auditPurge(ctx, viewer));
}

/**
 * Deletes the soft-deleted books of a series, and the series when no book is left.
 * @returns their number
 * @throws {AppError} `NotFound`
 */
export async function purgeSeries(ctx: PurgeContext, viewer: Viewer, seriesId: string, signal: AbortSignal) {
  const libraryId = await getLibraryOfSeries(ctx.db.read, viewer, seriesId);
  return purgeDeleted(ctx, { libraryId, seriesId }, signal, auditPurge(ctx, viewer));
}
