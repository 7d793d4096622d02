import { setTimeout as sleep } from 'node:timers/promises';
import { type EntrySource, FormatError, type PackedEntry } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { ClientSignal, OpenedFile } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import type { StoredReading } from '#db/repos/reading/pack-reading.ts';
import { findBookReading } from '#db/repos/reading/stored-reading.ts';
import { listErrorsOfBooks } from '#db/repos/rows/book-errors.repo.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import type { OpenArchives } from '#files/books/open-archives.ts';
import type { SolidArchives } from '#files/books/solid-archives.ts';
import { freeBytes, type LentBuffer } from '#files/opening/buffer-pool.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import type { Places } from '#files/opening/places.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import type { BookAnalyzer } from './book-analyzer.ts';
import type { BookFiles } from './book-files.ts';
import { retryLater } from './explain-failure.ts';
import type { ReadingCache } from './reading-cache.ts';
import type { DirectSource } from '#files/books/expand-entry.ts';
import { say } from '#words/say.ts';
import { sayFault } from '#words/say-fault.ts';

/** What opening a book takes. */
export interface ReadingContext {
  readonly db: Database;
  readonly bookFiles: BookFiles;
  readonly readings: ReadingCache;
  readonly analyzer: BookAnalyzer;
}

/** A book with the result of its analysis. */
export interface OpenBook {
  readonly file: BookFile;
  readonly reading: StoredReading;
}

/** How long a request waits for the first analysis before the client is told to retry. */
const PATIENCE_MS = 8_000;

async function findFile({ bookFiles }: ReadingContext, viewer: Viewer, bookId: string): Promise<BookFile> {
  const file = await bookFiles.find(viewer, bookId);
  if (file === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  return file;
}

/** A book and its pages if both are cached, so that turning a page needs no query. The cache checks access. */
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
  // The old pages of a changed file are not valid any more.
  if (state !== 'ready' || analyzedAt === null) return undefined;
  return await readings.get(id, analyzedAt, async () => findBookReading(db.read, id));
}

/** Analyses before all background work. Returns whether it succeeded in time. */
async function analyzeNow({ analyzer }: ReadingContext, bookId: string): Promise<boolean> {
  // Other requests may share this analysis, so it continues when this client disconnects.
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

async function throwUnreadable({ db }: ReadingContext, { id, state, path }: BookFile): Promise<never> {
  if (state !== 'failed') throw retryLater(say('This book is still being analyzed. Try again in a moment'));
  const [error] = await listErrorsOfBooks(db.read, [id]);
  const reason = error === undefined ? say('“{path}” cannot be read', { path }) : sayFault(error);
  throw new AppError('NotFound', say('The book has no pages: {reason}', { reason }));
}

/** A book and its pages. A pending book is analysed; there is no reading when that fails or takes too long. */
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

/** A book and its pages. Throws `NotFound`, also for a broken file, or `ServiceUnavailable` while it is analysed. */
export async function openReading(ctx: ReadingContext, viewer: Viewer, bookId: string): Promise<OpenBook> {
  const { file, reading } = await lookInside(ctx, viewer, bookId);
  return reading === undefined ? await throwUnreadable(ctx, file) : { file, reading };
}

/** What reading the bytes of a book takes. */
export interface SourceContext {
  readonly places: Places;
  readonly archives: OpenArchives;
  readonly readers: BookReaders;
  readonly solidArchives: SolidArchives;
  readonly analyzer: BookAnalyzer;
}

function toIdentity({ fileSize, fileModifiedAt }: BookFile) {
  return { size: fileSize, modifiedAt: fileModifiedAt };
}

/** Absolute path of a book. */
export function toAbsolutePath({ libraryPath, path }: BookFile): string {
  return pathInRoot(libraryPath, path);
}

/**
 * Checks that a file still is the analysed one, before it is opened by path.
 * @throws {FormatError} `file.changed`; `file.replaced` when the path left the library
 * @throws {Error} with a system `code` when it is gone
 */
export async function checkUnchanged({ places }: SourceContext, file: BookFile): Promise<void> {
  const path = toAbsolutePath(file);
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
  const archive = { absolutePath: toAbsolutePath(file), file: toIdentity(file), identity: file.fingerprint ?? file.id };
  return await ctx.solidArchives.lendEntry(archive, source, signal);
}

/** The unpacked bytes of an archive entry. */
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
      return await ctx.archives.readEntry(toAbsolutePath(file), toIdentity(file), source);
    case 'rar':
    case 'sevenzip':
      if (source.solid) return (await lendSolid(ctx, file, source, signal)).bytes;
      await checkUnchanged(ctx, file);
      return await ctx.readers.extract(toAbsolutePath(file), source, { signal });
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

/** The same as a loan: `giveBack` returns the buffer to its pool. */
export async function openSource(
  ctx: SourceContext,
  file: BookFile,
  source: EntrySource,
  signal: ClientSignal,
): Promise<OpenedBytes> {
  if (source.kind === 'stored' || source.kind === 'deflate' || source.kind === 'zstd') {
    const { bytes, giveBack } = await ctx.archives.lendEntry(toAbsolutePath(file), toIdentity(file), source);
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

/** Whether the entry is stored as raw deflate data that gzip can wrap. */
export function isDeflated(source: EntrySource): source is DeflatedSource {
  return source.kind === 'deflate';
}

/** A deflated entry for a client that accepts gzip. The bytes lie in a buffer on loan. */
export async function openGzip(ctx: SourceContext, file: BookFile, source: DeflatedSource): Promise<OpenedFile> {
  const { bytes, giveBack } = await ctx.archives.lendGzip(toAbsolutePath(file), toIdentity(file), source);
  return { body: bytes, giveBack, contentEncoding: 'gzip' };
}
