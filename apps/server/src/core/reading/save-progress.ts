import type { ProgressUpdate, ReadProgress } from '@lectern/contract';
import type { DeviceIdentity } from '#core/keys/device-of.ts';
import type { Database, Tx } from '#db/open.ts';
import { type BookPlace, findBookPlace } from '#db/repos/catalog/books.repo.ts';
import { findProgress, keepBooks } from '#db/repos/reading/progress.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookProgressEvent } from '#events/personal-events.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { isFinished } from './decide-completion.ts';
import { type Place, writeLivePlace } from './write-place.ts';

/** What reading progress takes. */
export interface ProgressContext {
  readonly db: Database;
}

/** What writing progress takes. */
export interface ProgressWriteContext extends ProgressContext {
  readonly events: EventBus;
}

/** Who reads, and on what. */
export interface Reader {
  readonly viewer: Viewer;
  readonly device: DeviceIdentity;
}

/**
 * Where a book stands, for its viewer.
 * @throws {AppError} `NotFound`
 */
export async function getBookPlace({ db }: ProgressContext, viewer: Viewer, bookId: string): Promise<BookPlace> {
  const place = await findBookPlace(db.read, viewer, bookId);
  if (place === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  return place;
}

function checkPage(currentPage: number, pageCount: number): void {
  if (currentPage >= 1 && (pageCount === 0 || currentPage <= pageCount)) return;
  const message = pageCount === 0 ? 'must be 1 or more' : `must be between 1 and ${pageCount}`;
  throw new AppError('BadRequest', `Invalid body: currentPage: ${message}`, {
    details: [{ path: 'currentPage', message }],
  });
}

/**
 * A place as a device sends it, checked against the book (decision C4).
 * @throws {AppError} `BadRequest` for a page that the book does not have
 */
export function placeOf(update: ProgressUpdate, pageCount: number): Place {
  const { currentPage, progressPercentage, completed, locator } = update;
  checkPage(currentPage, pageCount);
  return {
    kind: 'progress',
    page: currentPage,
    percentage: progressPercentage ?? null,
    completed: isFinished({ currentPage, progressPercentage, completed, pageCount }),
    // A place that came without a locator is another place than the locator that is stored.
    locator: locator === undefined ? null : JSON.stringify(locator),
  };
}

/** A place that a device may tell late. */
interface LatePlace extends ProgressUpdate {
  /** When the device reached it by its own clock, epoch milliseconds; absent is now. */
  readonly reachedAt?: number | undefined;
}

/**
 * Stores the viewer's place in a book (decision C4).
 * @throws {AppError} `NotFound`, or `BadRequest` for a page that the book does not have
 */
export async function saveProgress(
  ctx: ProgressWriteContext,
  reader: Reader,
  bookId: string,
  { reachedAt, ...update }: LatePlace,
): Promise<ReadProgress> {
  const book = await getBookPlace(ctx, reader.viewer, bookId);
  return await storeProgress(ctx, reader, book, { ...placeOf(update, book.pageCount), reachedAt });
}

/**
 * Marks a book read: its last page, completed.
 * @throws {AppError} `NotFound`
 */
export async function markBookRead(ctx: ProgressWriteContext, reader: Reader, bookId: string): Promise<ReadProgress> {
  const book = await getBookPlace(ctx, reader.viewer, bookId);
  const page = Math.max(1, book.pageCount);
  return await storeProgress(ctx, reader, book, { kind: 'completed', page, percentage: 1, completed: true, locator: null });
}

/**
 * Keeps a book from being removed until the transaction ends.
 * @throws {AppError} `NotFound` when it has gone meanwhile
 */
export async function holdBook(tx: Tx, bookId: string): Promise<void> {
  if (!(await keepBooks(tx, [bookId])).has(bookId)) throw new AppError('NotFound', `Book ${bookId} not found`);
}

async function storeProgress(
  { db, events }: ProgressWriteContext,
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
