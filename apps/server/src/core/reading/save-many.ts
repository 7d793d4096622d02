import type { ManyProgress, ProgressRejection, ProgressUpdate } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { listPlacesOf } from '#db/repos/catalog/books.repo.ts';
import { keepBooks, listProgressOf } from '#db/repos/reading/progress.repo.ts';
import { bookProgressEvent } from '#events/personal-events.ts';
import { placeOf, type ProgressWriteContext, type Reader } from './save-progress.ts';
import { type Place, writeLivePlace } from './write-place.ts';

interface Checked {
  readonly bookId: string;
  readonly place: Place;
}

/** A place of one book among many. */
export type ProgressOfBook = ProgressUpdate & { readonly bookId: string };

function check(items: readonly ProgressOfBook[], pageCounts: ReadonlyMap<string, number>) {
  const checked: Checked[] = [];
  const rejected: ProgressRejection[] = [];
  for (const { bookId, ...update } of items) {
    const pageCount = pageCounts.get(bookId);
    if (pageCount === undefined) {
      rejected.push({ bookId, reason: 'book_not_found' });
      continue;
    }
    try {
      checked.push({ bookId, place: placeOf(update, pageCount) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      rejected.push({ bookId, reason: 'invalid_page' });
    }
  }
  return { checked, rejected };
}

/**
 * Stores the viewer's places in many books, in one transaction. Books that are unknown, and pages that a book does not have,
 * are told and passed over; of two places in one book the second counts.
 */
export async function saveManyProgress(
  ctx: ProgressWriteContext,
  { viewer, device }: Reader,
  items: readonly ProgressOfBook[],
): Promise<ManyProgress> {
  const bookIds = [...new Set(items.map(({ bookId }) => bookId))];
  const places = await listPlacesOf(ctx.db.read, viewer, bookIds);
  const { checked, rejected } = check(items, new Map(places.map(({ id, pageCount }) => [id, pageCount])));
  const asked = [...new Set(checked.map(({ bookId }) => bookId))];
  const stored = await ctx.db.transaction(async (tx) => {
    const kept = await keepBooks(tx, asked);
    for (const { bookId, place } of checked) {
      if (kept.has(bookId)) await writeLivePlace(tx, { userId: viewer.userId, bookId }, device, place);
    }
    tx.afterCommit(() => {
      for (const book of places) {
        if (kept.has(book.id)) ctx.events.emitPersonal(bookProgressEvent('progress_updated', viewer.userId, book));
      }
    });
    return kept;
  });
  for (const bookId of asked) if (!stored.has(bookId)) rejected.push({ bookId, reason: 'book_not_found' });
  return { progress: await listProgressOf(ctx.db.read, viewer, [...stored]), rejected };
}
