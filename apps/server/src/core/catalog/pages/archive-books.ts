import { createHash } from 'node:crypto';
import { FormatError, planZip } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import { createUniqueNames, safeFileName } from '#core/rules/files/file-names.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DownloadFile, listSeriesFiles } from '#db/repos/catalog/books.repo.ts';
import { getSeries } from '#core/catalog/browse/get-series.ts';
import type { FileState } from '#files/sending/outgoing-files.ts';
import { streamZip, type ZipSource } from '#files/sending/outgoing-streams.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import { say } from '#words/say.ts';
import { type DownloadContext, toFileName } from './download-books.ts';

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
function explainReadError(error: unknown): string | undefined {
  if (error instanceof FormatError) return 'it is no file, or a link that leads out of the library';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'the file is gone';
  return /^E[A-Z]+$/.test(code) ? `the file cannot be read (${code})` : undefined;
}

async function inspectFile({ outgoing }: DownloadContext, file: DownloadFile): Promise<Looked> {
  const name = toFileName(file);
  const absolutePath = pathInRoot(file.libraryPath, file.path);
  try {
    return { name, ok: true, absolutePath, state: await outgoing.look(absolutePath) };
  } catch (error) {
    const reason = explainReadError(error);
    if (reason === undefined) throw error;
    return { name, ok: false, reason };
  }
}

/** A text file that lists missing books, so that the archive does not look complete. */
function buildNote(missing: readonly { readonly name: string; readonly reason: string }[], modifiedAt: number): Entry {
  const lines = [NOTE_HEAD, '', ...missing.map(({ name, reason }) => `${name}: ${reason}`), ''];
  const bytes = Buffer.from(lines.join('\r\n'));
  return { name: NOTE, size: bytes.length, modifiedAt, source: { bytes } };
}

function buildEntries(books: readonly Looked[]): readonly Entry[] {
  const unique = createUniqueNames();
  const missing = books.filter((book) => !book.ok);
  if (missing.length > 0) unique(NOTE);
  const found = books
    .filter((book) => book.ok)
    .map(({ name, absolutePath, state }) => ({ name: unique(name), ...state, source: { absolutePath, state } }));
  if (missing.length === 0) return found;
  // Not the current time, so that the same note always has the same bytes.
  const newest = found.reduce((latest, { modifiedAt }) => Math.max(latest, modifiedAt), 0);
  return [...found, buildNote(missing, newest)];
}

/** ETag: equal for archives with the same files and names. */
function buildEtag(entries: readonly Entry[]): string {
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

/** Streams files as one ZIP of known length. A text file in it lists unreadable ones. Throws `NotFound` without any. */
export async function archiveBooks(
  ctx: DownloadContext,
  files: readonly DownloadFile[],
  { name, fallback, words }: Whole,
): Promise<FileAnswer> {
  const books = await Promise.all(files.map(async (file) => inspectFile(ctx, file)));
  if (!books.some(({ ok }) => ok)) {
    throw new AppError('NotFound', `None of the ${files.length} files of ${words} can be read`);
  }
  const entries = buildEntries(books);
  const plan = planZip(entries);
  return {
    kind: 'file',
    contentType: 'application/zip',
    etag: buildEtag(entries),
    fileName: `${safeFileName(name, fallback)}.zip`,
    length: plan.length,
    open: async () => {
      const sources = entries.map(({ source }) => source);
      return { body: streamZip(ctx.outgoing, plan, sources), length: plan.length };
    },
  };
}

/** The files of a series as one archive. Throws `Forbidden` without `BooksRead`, or `NotFound`. */
export async function downloadSeries(ctx: DownloadContext, viewer: Viewer, seriesId: string): Promise<FileAnswer> {
  if (!viewer.permissions.has('BooksRead')) {
    throw new AppError('Forbidden', say('This needs the permission {permission}', { permission: 'BooksRead' }));
  }
  const { title } = await getSeries(ctx, viewer, seriesId);
  const files = await listSeriesFiles(ctx.db.read, viewer, seriesId);
  return archiveBooks(ctx, files, { name: title, fallback: seriesId, words: `series ${seriesId}` });
}
