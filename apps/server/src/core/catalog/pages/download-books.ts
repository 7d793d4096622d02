import { createHash } from 'node:crypto';
import { formatFacts } from '@lectern/contract';
import { FormatError, planZip } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { ByteRange, FileAnswer, OpenedFile } from '#core/file-answer.ts';
import { createUniqueNames, safeFileName } from '#core/rules/files/file-names.ts';
import type { Viewer } from '#core/viewer.ts';
import { type BookFile, findBookFile } from '#db/repos/catalog/books.repo.ts';
import { type DownloadFile, listSeriesFiles } from '#db/repos/catalog/downloads.repo.ts';
import type { FileState, OutgoingFiles } from '#files/sending/outgoing-files.ts';
import { streamFile, streamZip, type ZipSource } from '#files/sending/outgoing-streams.ts';
import { pathInRoot } from '#files/walk/library-root.ts';
import { getSeries } from '../browse/list-series.ts';
import { explainFailures, lookInside, pathOf, type ReadingContext, type SourceContext } from './open-reading.ts';

/** What downloads take. */
export interface DownloadContext extends ReadingContext, SourceContext {
  readonly outgoing: OutgoingFiles;
}

/** By real file format, because reading apps choose a reader by media type. */
const MEDIA_TYPES: Readonly<Partial<Record<string, string>>> = formatFacts('mediaType');

/** The book with its detected format: before its analysis only the extension is known. Throws `NotFound`. */
async function findDownload(ctx: DownloadContext, viewer: Viewer, bookId: string): Promise<BookFile> {
  const file = await findBookFile(ctx.db.read, viewer, bookId);
  if (file === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  if (file.deletedAt !== null) throw new AppError('NotFound', `The file of book ${bookId} is gone: "${file.path}"`);
  if (file.analyzedAt !== null || file.state !== 'pending') return file;
  const { file: analysed } = await lookInside(ctx, viewer, bookId);
  return analysed;
}

/** Safe name for the client. */
function fileNameOf({ path, id }: { readonly path: string; readonly id: string }): string {
  return safeFileName(path.slice(path.lastIndexOf('/') + 1), id);
}

/**
 * The current file of a book, also when broken, with support for ranges. A file that changed since the scan gets
 * another ETag.
 * @throws {AppError} `NotFound` for the book or its file; `ServiceUnavailable` when the disk does not answer
 */
export async function downloadBook(ctx: DownloadContext, viewer: Viewer, bookId: string): Promise<FileAnswer> {
  const file = await findDownload(ctx, viewer, bookId);
  const path = pathOf(file);
  const attempt = async <Value>(work: () => Promise<Value>): Promise<Value> =>
    explainFailures(ctx, file, 'The file', work);
  const state = await attempt(async () => ctx.outgoing.look(path));
  const { size, modifiedAt } = state;
  const isKnown = size === file.fileSize && Math.floor(modifiedAt) === file.fileModifiedAt;
  const identity = (isKnown ? file.fingerprint : null) ?? file.id;
  const open = async ({ start, end }: ByteRange): Promise<OpenedFile> =>
    attempt(async () => {
      const opened = await ctx.outgoing.open(path, state);
      return { body: streamFile(opened, start, end), length: end - start };
    });
  return {
    kind: 'file',
    contentType: MEDIA_TYPES[file.fileFormat] ?? 'application/octet-stream',
    etag: `${identity}-${size.toString(36)}-${Math.round(modifiedAt * 1000).toString(36)}`,
    lastModifiedAt: modifiedAt,
    fileName: fileNameOf(file),
    length: size,
    parts: { length: size, open },
    open: async () => open({ start: 0, end: size }),
  };
}

/** A file, or why it cannot be read. */
type Looked = { readonly name: string } & (
  | { readonly ok: true; readonly absolutePath: string; readonly state: FileState }
  | { readonly ok: false; readonly reason: string }
);

/** An entry of the archive. */
interface Entry {
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: number;
  readonly source: ZipSource;
}

const NOTE = 'Not in this archive.txt';
const NOTE_HEAD = 'These books are missing: their files could not be read when this archive was made.';

/** Words for a file that the disk refuses; undefined for other errors. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof FormatError) return 'it is no file, or a link that leads out of the library';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'the file is gone';
  return /^E[A-Z]+$/.test(code) ? `the file cannot be read (${code})` : undefined;
}

async function look({ outgoing }: DownloadContext, file: DownloadFile): Promise<Looked> {
  const name = fileNameOf(file);
  const absolutePath = pathInRoot(file.libraryPath, file.path);
  try {
    return { name, ok: true, absolutePath, state: await outgoing.look(absolutePath) };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    return { name, ok: false, reason };
  }
}

/** A text file that lists missing books, so that the archive does not look complete. */
function noteOf(missing: readonly { readonly name: string; readonly reason: string }[], modifiedAt: number): Entry {
  const lines = [NOTE_HEAD, '', ...missing.map(({ name, reason }) => `${name}: ${reason}`), ''];
  const bytes = Buffer.from(lines.join('\r\n'));
  return { name: NOTE, size: bytes.length, modifiedAt, source: { bytes } };
}

function entriesOf(books: readonly Looked[]): readonly Entry[] {
  const unique = createUniqueNames();
  const missing = books.filter((book) => !book.ok);
  if (missing.length > 0) unique(NOTE);
  const found = books
    .filter((book) => book.ok)
    .map(({ name, absolutePath, state }) => ({ name: unique(name), ...state, source: { absolutePath, state } }));
  if (missing.length === 0) return found;
  // Not the current time, so that the same note always has the same bytes.
  const newest = found.reduce((latest, { modifiedAt }) => Math.max(latest, modifiedAt), 0);
  return [...found, noteOf(missing, newest)];
}

/** ETag: equal for archives with the same files and names. */
function tagOf(entries: readonly Entry[]): string {
  const hash = createHash('sha256');
  for (const { name, size, modifiedAt, source } of entries) {
    const content = 'bytes' in source ? source.bytes.toString() : source.absolutePath;
    hash.update(`${JSON.stringify([name, size, modifiedAt, content])}\n`);
  }
  return hash.digest('base64url');
}

/** What the archive and its error messages are called. */
interface Whole {
  readonly name: string;
  readonly fallback: string;
  readonly words: string;
}

/**
 * Streams book files as one ZIP archive of known length. A text file in it lists unreadable files.
 * @throws {AppError} `NotFound` when no file can be read
 */
export async function archiveBooks(
  ctx: DownloadContext,
  files: readonly DownloadFile[],
  { name, fallback, words }: Whole,
): Promise<FileAnswer> {
  const books = await Promise.all(files.map(async (file) => look(ctx, file)));
  if (!books.some(({ ok }) => ok)) {
    throw new AppError('NotFound', `None of the ${files.length} files of ${words} can be read`);
  }
  const entries = entriesOf(books);
  const plan = planZip(entries);
  return {
    kind: 'file',
    contentType: 'application/zip',
    etag: tagOf(entries),
    fileName: `${safeFileName(name, fallback)}.zip`,
    length: plan.length,
    open: async () => {
      const sources = entries.map(({ source }) => source);
      return { body: streamZip(ctx.outgoing, plan, sources), length: plan.length };
    },
  };
}

/**
 * The files of a series as one archive, in reading order.
 * @throws {AppError} `Forbidden` without `BooksRead`; `NotFound` for the series, and when no file can be read
 */
export async function downloadSeries(ctx: DownloadContext, viewer: Viewer, seriesId: string): Promise<FileAnswer> {
  if (!viewer.permissions.has('BooksRead')) {
    throw new AppError('Forbidden', 'The files of a series are its books: this needs the permission BooksRead too');
  }
  const { title } = await getSeries(ctx, viewer, seriesId);
  const files = await listSeriesFiles(ctx.db.read, viewer, seriesId);
  return archiveBooks(ctx, files, { name: title, fallback: seriesId, words: `series ${seriesId}` });
}
