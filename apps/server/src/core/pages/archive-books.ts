import { createHash } from 'node:crypto';
import { FormatError, planZip } from '@lectern/formats';
import type { DownloadFile } from '#db/repos/catalog/downloads.repo.ts';
import { pathInRoot } from '#files/walk/library-root.ts';
import type { FileState } from '#files/sending/outgoing-files.ts';
import { streamZip, type ZipSource } from '#files/sending/outgoing-streams.ts';
import { AppError } from '../errors.ts';
import type { FileAnswer } from '../file-answer.ts';
import { type DownloadContext, fileNameOf } from './download-book.ts';
import { createUniqueNames, safeFileName } from './file-names.ts';

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

/** A text with the books that are not there, so that nobody takes the archive for the whole of it. */
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
