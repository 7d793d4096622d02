import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/open.ts';
import { listErrorsOfBooks } from '#db/repos/rows/book-errors.repo.ts';
import type { StoredReading } from '#db/repos/reading/pack-reading.ts';
import { findBookReading } from '#db/repos/reading/stored-reading.ts';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import type { BookAnalyzer } from './book-analyzer.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookFiles } from './book-files.ts';
import type { ReadingCache } from './reading-cache.ts';

/** What finding out about the inside of a book takes. */
export interface ReadingContext {
  readonly db: Database;
  readonly bookFiles: BookFiles;
  readonly readings: ReadingCache;
  readonly analyzer: BookAnalyzer;
}

/** A book with what its file told when it was analysed. */
export interface OpenBook {
  readonly file: BookFile;
  readonly reading: StoredReading;
}

/** How long a request waits for the first analysis of a book; then the client is told to retry. */
const PATIENCE_MS = 8_000;
const RETRY_SECONDS = 2;

/** The answer for what will be there in a moment. */
export function comeBack(message: string, cause?: unknown): AppError {
  return new AppError('ServiceUnavailable', message, { details: { retryAfter: RETRY_SECONDS }, cause });
}

async function findFile({ bookFiles }: ReadingContext, viewer: Viewer, bookId: string): Promise<BookFile> {
  const file = await bookFiles.find(viewer, bookId);
  if (file === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  return file;
}

/**
 * A book and what is inside, as far as both are remembered: then a page turn waits for nothing. Nothing is remembered of what
 * its viewer may not see any more.
 */
export function recallReading(
  { bookFiles, readings }: ReadingContext,
  viewer: Viewer,
  bookId: string,
): OpenBook | undefined {
  const file = bookFiles.recall(viewer, bookId);
  if (file?.state !== 'ready' || file.analyzedAt === null) return undefined;
  const reading = readings.recall(file.id, file.analyzedAt);
  return reading === undefined ? undefined : { file, reading };
}

async function findReading({ db, readings }: ReadingContext, file: BookFile): Promise<StoredReading | undefined> {
  const { id, state, analyzedAt } = file;
  // A changed file waits for its analysis: what is known of it no longer holds.
  if (state !== 'ready' || analyzedAt === null) return undefined;
  return await readings.get(id, analyzedAt, async () => findBookReading(db.read, id));
}

/** Analyses now, before all background work; answers whether that came to an end in time. */
async function analyzeNow({ analyzer }: ReadingContext, bookId: string): Promise<boolean> {
  // Others may wait for the same analysis, so it goes on when this client leaves.
  const analysis = analyzer.analyze(bookId, { background: false });
  const done = await Promise.race([
    analysis.then(
      () => true,
      () => false,
    ),
    sleep(PATIENCE_MS, undefined, { ref: false }),
  ]);
  return done ?? false;
}

async function refuse({ db }: ReadingContext, { id, state, path }: BookFile): Promise<never> {
  if (state !== 'failed') throw comeBack(`Book ${id} is still being analysed`);
  const [error] = await listErrorsOfBooks(db.read, [id]);
  throw new AppError('NotFound', `Book ${id} has no pages: ${error?.message ?? `"${path}" cannot be read`}`);
}

/**
 * A book and, when it can be known, what is inside. A book without an analysis is analysed at once.
 * @returns no reading for a broken file, and when the analysis takes longer than a moment
 * @throws {AppError} `NotFound`
 */
export async function lookInside(
  ctx: ReadingContext,
  viewer: Viewer,
  bookId: string,
): Promise<{ readonly file: BookFile; readonly reading: StoredReading | undefined }> {
  const file = await findFile(ctx, viewer, bookId);
  const reading = await findReading(ctx, file);
  if (reading !== undefined || file.state === 'failed') return { file, reading };
  if (!(await analyzeNow(ctx, bookId))) return { file, reading: undefined };
  const analysed = await findFile(ctx, viewer, bookId);
  return { file: analysed, reading: await findReading(ctx, analysed) };
}

/**
 * A book and what is inside, for its viewer.
 * @throws {AppError} `NotFound`, also for a broken file; `ServiceUnavailable` when the analysis takes longer than a moment
 */
export async function openReading(ctx: ReadingContext, viewer: Viewer, bookId: string): Promise<OpenBook> {
  const { file, reading } = await lookInside(ctx, viewer, bookId);
  return reading === undefined ? await refuse(ctx, file) : { file, reading };
}
