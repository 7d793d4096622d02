import { setTimeout as sleep } from 'node:timers/promises';
import { type EntrySource, FormatError, type PackedEntry } from '@lectern/formats';
import type { Database } from '#db/open.ts';
import { listErrorsOfBooks } from '#db/repos/rows/book-errors.repo.ts';
import type { StoredReading } from '#db/repos/reading/pack-reading.ts';
import { findBookReading } from '#db/repos/reading/stored-reading.ts';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import type { OpenArchives } from '#files/books/open-archives.ts';
import type { SolidArchives } from '#files/books/solid-archives.ts';
import { UnansweredError } from '#files/opening/bounded-reads.ts';
import { freeBytes, type LentBuffer } from '#files/opening/buffer-pool.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import type { Places } from '#files/opening/places.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import type { BookAnalyzer } from './book-analyzer.ts';
import { AppError } from '#core/errors.ts';
import type { ClientSignal, OpenedFile } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import type { BookFiles } from './book-files.ts';
import type { ReadingCache } from './reading-cache.ts';
import type { DirectSource } from '#files/books/expand-entry.ts';

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
function comeBack(message: string, cause?: unknown): AppError {
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

/** What reading the bytes of a book takes. */
export interface SourceContext {
  readonly places: Places;
  readonly archives: OpenArchives;
  readonly readers: BookReaders;
  readonly solidArchives: SolidArchives;
  readonly analyzer: BookAnalyzer;
}

function identityOf({ fileSize, fileModifiedAt }: BookFile) {
  return { size: fileSize, modifiedAt: fileModifiedAt };
}

/** Of books whose pages are being turned: a path that was made once is found again sooner, too, where files are kept by it. */
const paths = new WeakMap<BookFile, string>();

/** Where the file of a book is. */
export function pathOf(file: BookFile): string {
  const known = paths.get(file);
  if (known !== undefined) return known;
  const path = pathInRoot(file.libraryPath, file.path);
  paths.set(file, path);
  return path;
}

/**
 * Makes sure that a file which is about to be opened by its path is the one that was analysed.
 * @throws {FormatError} `file.changed`, or `file.replaced` when no file of the library stands there
 * @throws {Error} with a system `code` when it is gone
 */
export async function checkUnchanged({ places }: SourceContext, file: BookFile): Promise<void> {
  const path = pathOf(file);
  const found = await findLibraryFileState(file.libraryPath, path);
  if (found === undefined) throw Object.assign(new Error(`"${file.path}" is gone`), { code: 'ENOENT' });
  if (found.size === file.fileSize && found.modifiedAt === file.fileModifiedAt) return;
  await places.check(path);
  throw new FormatError('file.changed', `"${file.path}" has changed since it was analysed`);
}

async function lendSolid(
  ctx: SourceContext,
  file: BookFile,
  source: PackedEntry,
  signal: AbortSignal,
): Promise<LentBuffer> {
  await checkUnchanged(ctx, file);
  const archive = { absolutePath: pathOf(file), file: identityOf(file), identity: file.fingerprint ?? file.id };
  return await ctx.solidArchives.lendEntry(archive, source, signal);
}

/** The expanded bytes of an archive entry. */
export async function readSource(
  ctx: SourceContext,
  file: BookFile,
  source: EntrySource,
  signal: AbortSignal,
): Promise<Buffer> {
  switch (source.kind) {
    case 'stored':
    case 'deflate':
    case 'zstd':
      return await ctx.archives.readEntry(pathOf(file), identityOf(file), source);
    case 'rar':
    case 'sevenzip':
      if (source.solid) return (await lendSolid(ctx, file, source, signal)).bytes;
      await checkUnchanged(ctx, file);
      return await ctx.readers.extract(pathOf(file), source, { signal });
    case 'pdf':
      throw new FormatError('entry.unsupported', 'A page of a PDF is drawn, it has no bytes');
    case 'unreadable':
      throw new FormatError('entry.missing', `The entry cannot be read (${source.code})`);
  }
}

/** Bytes that may lie in a buffer on loan. */
interface OpenedBytes extends OpenedFile {
  readonly body: Uint8Array;
}

/** The same for a caller that returns the bytes: their buffer is reused or freed after that. */
export async function openSource(
  ctx: SourceContext,
  file: BookFile,
  source: EntrySource,
  signal: ClientSignal,
): Promise<OpenedBytes> {
  if (source.kind === 'stored' || source.kind === 'deflate' || source.kind === 'zstd') {
    const { bytes, giveBack } = await ctx.archives.lendEntry(pathOf(file), identityOf(file), source);
    return { body: bytes, giveBack };
  }
  if ((source.kind === 'rar' || source.kind === 'sevenzip') && source.solid) {
    const { bytes, giveBack } = await lendSolid(ctx, file, source, signal());
    return { body: bytes, giveBack };
  }
  const body = await readSource(ctx, file, source, signal());
  return { body, giveBack: () => freeBytes(body) };
}

type DeflatedSource = DirectSource & { readonly kind: 'deflate' };

/** Whether the entry lies in the file as the deflate data that gzip wraps. */
export function isDeflated(source: EntrySource): source is DeflatedSource {
  return source.kind === 'deflate';
}

/** A deflated entry as it goes to a client that takes gzip; the bytes lie in a buffer that is used again. */
export async function openGzip(ctx: SourceContext, file: BookFile, source: DeflatedSource): Promise<OpenedFile> {
  const { bytes, giveBack } = await ctx.archives.lendGzip(pathOf(file), identityOf(file), source);
  return { body: bytes, giveBack, contentEncoding: 'gzip' };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Says in words of the API why something of a book cannot be read: a missing file and a damaged entry are not found, a changed
 * file is analysed again, a disk that does not answer is for later.
 * @param what was read, for the message: `Page 3`
 * @throws {AppError} `NotFound` or `ServiceUnavailable`, else the error itself
 */
export async function explainFailure(ctx: SourceContext, file: BookFile, what: string, error: unknown): Promise<never> {
  if (error instanceof FormatError && error.code === 'file.changed') {
    await ctx.analyzer.analyze(file.id, { background: false });
    throw comeBack(`The file of book ${file.id} has changed: it has been read again`, error);
  }
  if (error instanceof FormatError) {
    throw new AppError('NotFound', `${what} of book ${file.id} cannot be read: ${error.message}`, { cause: error });
  }
  if (error instanceof UnansweredError) {
    throw comeBack(`${what} of book ${file.id} cannot be read: this library does not answer`, error);
  }
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    throw new AppError('NotFound', `The file of book ${file.id} is gone: "${file.path}"`, { cause: error });
  }
  if (code !== undefined && /^E[A-Z]+$/.test(code)) {
    throw comeBack(`The file of book ${file.id} cannot be read at the moment (${code})`, error);
  }
  throw error;
}

/**
 * Reads something of a book, and explains why it failed.
 * @param what is read, for the message: `Page 3`
 * @throws {AppError} as `explainFailure`
 */
export async function explainFailures<Value>(
  ctx: SourceContext,
  file: BookFile,
  what: string,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    return await explainFailure(ctx, file, what, error);
  }
}
