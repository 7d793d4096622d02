import { randomUUIDv7 } from 'node:crypto';
import type { ProgressUpdate, ReadProgress } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { type BookPlace, findBookPlace } from '#db/repos/books.repo.ts';
import { findProgress, writeProgress } from '#db/repos/progress.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { isFinished } from './decide-completion.ts';

/** What reading and writing progress takes. */
export interface ProgressContext {
  readonly db: Database;
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
 * Stores the viewer's place in a book (decision C4).
 * @throws {AppError} `NotFound`, or `BadRequest` for a page that the book does not have
 */
export async function saveProgress(
  ctx: ProgressContext,
  viewer: Viewer,
  bookId: string,
  update: ProgressUpdate,
): Promise<ReadProgress> {
  const { pageCount } = await getBookPlace(ctx, viewer, bookId);
  const { currentPage, progressPercentage, completed, locator } = update;
  checkPage(currentPage, pageCount);
  return await store(ctx, viewer, {
    bookId,
    currentPage,
    percentage: progressPercentage ?? null,
    completed: isFinished({ currentPage, progressPercentage, completed, pageCount }),
    // A place that came without a locator is another place than the locator that is stored.
    locator: locator === undefined ? null : JSON.stringify(locator),
  });
}

/**
 * Marks a book read: its last page, completed.
 * @throws {AppError} `NotFound`
 */
export async function markBookRead(ctx: ProgressContext, viewer: Viewer, bookId: string): Promise<ReadProgress> {
  const { pageCount } = await getBookPlace(ctx, viewer, bookId);
  const currentPage = Math.max(1, pageCount);
  return await store(ctx, viewer, { bookId, currentPage, percentage: 1, completed: true, locator: null });
}

interface Place {
  readonly bookId: string;
  readonly currentPage: number;
  readonly percentage: number | null;
  readonly completed: boolean;
  readonly locator: string | null;
}

async function store({ db }: ProgressContext, viewer: Viewer, place: Place): Promise<ReadProgress> {
  return await db.transaction(async (tx) => {
    await writeProgress(tx, viewer.userId, { ...place, id: randomUUIDv7(), at: Date.now() });
    const progress = await findProgress(tx.read, viewer, place.bookId);
    if (progress === undefined) throw new AppError('NotFound', `Book ${place.bookId} not found`);
    return progress;
  });
}
