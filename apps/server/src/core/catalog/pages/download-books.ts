import { formatFacts } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { ByteRange, FileAnswer, OpenedFile } from '#core/file-answer.ts';
import { safeFileName } from '#core/rules/files/file-names.ts';
import type { Viewer } from '#core/viewer.ts';
import { type BookFile, findBookFile } from '#db/repos/catalog/books.repo.ts';
import type { OutgoingFiles } from '#files/sending/outgoing-files.ts';
import { streamFile } from '#files/sending/outgoing-streams.ts';
import { lookInside, toAbsolutePath, type ReadingContext, type SourceContext } from './open-reading.ts';
import { explainFailures } from './explain-failure.ts';

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
  if (file.binnedAt !== null) throw new AppError('NotFound', `Book ${bookId} is in the bin: restore it first`);
  if (file.deletedAt !== null) throw new AppError('NotFound', `The file of book ${bookId} is gone: "${file.path}"`);
  if (file.analyzedAt !== null || file.state !== 'pending') return file;
  const { file: analysed } = await lookInside(ctx, viewer, bookId);
  return analysed;
}

/** Safe name for the client. */
export function toFileName({ path, id }: { readonly path: string; readonly id: string }): string {
  return safeFileName(path.slice(path.lastIndexOf('/') + 1), id);
}

/** The current file of a book, also a broken one. A file that changed since the scan gets another ETag. */
export async function downloadBook(ctx: DownloadContext, viewer: Viewer, bookId: string): Promise<FileAnswer> {
  const file = await findDownload(ctx, viewer, bookId);
  const path = toAbsolutePath(file);
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
    fileName: toFileName(file),
    length: size,
    parts: { length: size, open },
    open: async () => open({ start: 0, end: size }),
  };
}
