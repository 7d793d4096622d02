import { type BookFile, findBookFile } from '#db/repos/catalog/books.repo.ts';
import type { OutgoingFiles } from '#files/sending/outgoing-files.ts';
import { streamFile } from '#files/sending/outgoing-streams.ts';
import { AppError } from '../errors.ts';
import type { ByteRange, FileAnswer, OpenedFile } from '../file-answer.ts';
import type { Viewer } from '../viewer.ts';
import { safeFileName } from './file-names.ts';
import { lookInside, type ReadingContext } from './open-reading.ts';
import { explainFailures, pathOf, type SourceContext } from './read-source.ts';

/** What sending book files takes. */
export interface DownloadContext extends ReadingContext, SourceContext {
  readonly outgoing: OutgoingFiles;
}

/** By what the bytes are. Reading apps choose how to open a book by these. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  cbz: 'application/vnd.comicbook+zip',
  cbr: 'application/vnd.comicbook-rar',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
};

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
export function fileNameOf({ path, id }: { readonly path: string; readonly id: string }): string {
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
