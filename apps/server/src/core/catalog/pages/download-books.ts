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
import { getSeries } from '../browse/get-series.ts';
import { explainFailures, lookInside, pathOf, type ReadingContext, type SourceContext } from './open-reading.ts';

/** What sending book files takes. */
export interface DownloadContext extends ReadingContext, SourceContext {
  readonly outgoing: OutgoingFiles;
}

/** By what the bytes are. Reading apps choose how to open a book by these. */
const MEDIA_TYPES: Readonly<Partial<Record<string, string>>> = formatFacts('mediaType');

/**
 * The book with the format that its bytes have: before its first analysis only the extension is known.
 * @throws {AppError} `NotFound`, also for a deleted book
 */
async function findDownload(ctx: DownloadContext, viewer: Viewer, bookId: string): Promise<BookFile> {
  const file = await findBookFile(ctx.db.read, viewer, bookId);
  if (file === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  if (file.deletedAt !== null) throw new AppError('NotFound', `The file of book ${bookId} is gone: "${file.path}"`);
  if (file.analyzedAt !== null || file.state !== 'pending') return file;
  const { file: analysed } = await lookInside(ctx, viewer, bookId);
  return analysed;
}

/** Name of a file in the word of the library, made safe. */
function fileNameOf({ path, id }: { readonly path: string; readonly id: string }): string {
  return safeFileName(path.slice(path.lastIndexOf('/') + 1), id);
}

/**
 * The file of a book as it lies in its library at this moment, whole or in parts: a broken book too, and one that changed
 * since the last scan under a tag of its own.
 * @throws {AppError} `NotFound` for the book or its file, `ServiceUnavailable` when the disk does not answer
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

/** A file as it was found, or why it cannot be read. */
type Looked = { readonly name: string } & (
  | { readonly ok: true; readonly absolutePath: string; readonly state: FileState }
  | { readonly ok: false; readonly reason: string }
);

/** What goes into the archive, in its order. */
interface Entry {
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: number;
  readonly source: ZipSource;
}

const NOTE = 'Not in this archive.txt';
const NOTE_HEAD = 'These books are missing: their files could not be read when this archive was made.';

/** In words, when the disk refuses one file; undefined for anything else. */
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

/** A text file that lists the missing books, so that the archive does not look complete. */
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
  // Not the present time: the same note is the same bytes, whenever it is written.
  const newest = found.reduce((latest, { modifiedAt }) => Math.max(latest, modifiedAt), 0);
  return [...found, noteOf(missing, newest)];
}

/** Archives of the same files under the same names have the same bytes. */
function tagOf(entries: readonly Entry[]): string {
  const hash = createHash('sha256');
  for (const { name, size, modifiedAt, source } of entries) {
    const content = 'bytes' in source ? source.bytes.toString() : source.absolutePath;
    hash.update(`${JSON.stringify([name, size, modifiedAt, content])}\n`);
  }
  return hash.digest('base64url');
}

/** Whose files they are: what the archive is called, and what an error calls it. */
interface Whole {
  readonly name: string;
  readonly fallback: string;
  readonly words: string;
}

/**
 * Files of books in one archive, in their order, as they are. It is made while it is sent: nothing is kept, and its length is
 * known before. Files that cannot be read are left out and named in a text beside the others.
 * @throws {AppError} `NotFound` when none of the files can be read
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
 * The files of a series in one archive, in reading order.
 * @throws {AppError} `Forbidden` for who may see series and no books, `NotFound` for the series, and when none of its files can
 *   be read
 */
export async function downloadSeries(ctx: DownloadContext, viewer: Viewer, seriesId: string): Promise<FileAnswer> {
  if (!viewer.permissions.has('BooksRead')) {
    throw new AppError('Forbidden', 'The files of a series are its books: this needs the permission BooksRead too');
  }
  const { title } = await getSeries(ctx, viewer, seriesId);
  const files = await listSeriesFiles(ctx.db.read, viewer, seriesId);
  return archiveBooks(ctx, files, { name: title, fallback: seriesId, words: `series ${seriesId}` });
}
