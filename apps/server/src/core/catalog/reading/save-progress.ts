import type { ManyProgress, ProgressRejection, ProgressUpdate, ReadProgress } from '@lectern/contract';
import type { ChangeContext, ReadContext } from '../contexts.ts';
import { AppError } from '#core/errors.ts';
import { invalidField } from '#core/invalid-field.ts';
import type { DeviceIdentity } from '#core/people/devices.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { type BookPlace, findBookPlace, listBookPlaces } from '#db/repos/catalog/books.repo.ts';
import { findProgress, keepBooks, listBookProgress } from '#db/repos/reading/progress.repo.ts';
import { bookProgressEvent } from '#events/entity-events.ts';
import { isFinished, type Place, writeLivePlace } from './live-place.ts';
import { say } from '#words/say.ts';

/** A user and their device. */
export interface Reader {
  readonly viewer: Viewer;
  readonly device: DeviceIdentity;
}

/** Series, library and page count of a book. Throws `NotFound`. */
export async function getBookPlace({ db }: ReadContext, viewer: Viewer, bookId: string): Promise<BookPlace> {
  const place = await findBookPlace(db.read, viewer, bookId);
  if (place === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  return place;
}

function checkPage(currentPage: number, pageCount: number): void {
  if (currentPage >= 1 && (pageCount === 0 || currentPage <= pageCount)) return;
  throw invalidField(
    'currentPage',
    pageCount === 0
      ? say('must be {min} or more', { min: 1 })
      : say('must be from {min} to {max}', { min: 1, max: pageCount }),
  );
}

/** Throws `BadRequest` for a page that the book does not have. */
function toPlace(update: ProgressUpdate, pageCount: number): Place {
  const { currentPage, progressPercentage, completed, locator } = update;
  checkPage(currentPage, pageCount);
  return {
    kind: 'progress',
    page: currentPage,
    percentage: progressPercentage ?? null,
    completed: isFinished({ currentPage, progressPercentage, completed, pageCount }),
    // A stored locator does not belong to a new place without one.
    locator: locator === undefined ? null : JSON.stringify(locator),
  };
}

interface LatePlace extends ProgressUpdate {
  /** By the clock of the device, epoch milliseconds; now by default. */
  readonly reachedAt?: number | undefined;
}

/** Stores the viewer's place in a book. Throws `NotFound`; `BadRequest` for a page that the book does not have. */
export async function saveProgress(
  ctx: ChangeContext,
  reader: Reader,
  bookId: string,
  { reachedAt, ...update }: LatePlace,
): Promise<ReadProgress> {
  const book = await getBookPlace(ctx, reader.viewer, bookId);
  return await storeProgress(ctx, reader, book, { ...toPlace(update, book.pageCount), reachedAt });
}

/** Stores the last page as completed. Throws `NotFound`. */
export async function markBookRead(ctx: ChangeContext, reader: Reader, bookId: string): Promise<ReadProgress> {
  const book = await getBookPlace(ctx, reader.viewer, bookId);
  const page = Math.max(1, book.pageCount);
  return await storeProgress(ctx, reader, book, {
    kind: 'completed',
    page,
    percentage: 1,
    completed: true,
    locator: null,
  });
}

/** Locks a book against deletion until the transaction ends. Throws `NotFound` when it was deleted meanwhile. */
export async function holdBook(tx: Tx, bookId: string): Promise<void> {
  if (!(await keepBooks(tx, [bookId])).has(bookId)) throw new AppError('NotFound', `Book ${bookId} not found`);
}

async function storeProgress(
  { db, events }: ChangeContext,
  { viewer, device }: Reader,
  book: BookPlace,
  place: Place,
): Promise<ReadProgress> {
  const { id: bookId } = book;
  const { userId } = viewer;
  return await db.transaction(async (tx) => {
    await holdBook(tx, bookId);
    await writeLivePlace(tx, { userId, bookId }, device, place);
    tx.afterCommit(() => events.emitPersonal(bookProgressEvent('progress_updated', userId, book)));
    const progress = await findProgress(tx.read, viewer, bookId);
    if (progress === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
    return progress;
  });
}

interface Checked {
  readonly bookId: string;
  readonly place: Place;
}

type ProgressOfBook = ProgressUpdate & { readonly bookId: string };

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
      checked.push({ bookId, place: toPlace(update, pageCount) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      rejected.push({ bookId, reason: 'invalid_page' });
    }
  }
  return { checked, rejected };
}

/** Stores places in many books in one transaction. Reports and skips unknown books and pages. */
export async function saveManyProgress(
  ctx: ChangeContext,
  { viewer, device }: Reader,
  items: readonly ProgressOfBook[],
): Promise<ManyProgress> {
  const bookIds = [...new Set(items.map(({ bookId }) => bookId))];
  const places = await listBookPlaces(ctx.db.read, viewer, bookIds);
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
  return { progress: await listBookProgress(ctx.db.read, viewer, [...stored]), rejected };
}
