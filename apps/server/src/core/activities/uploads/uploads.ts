import { type BookUpload, MAX_UPLOAD_PART_BYTES, type UploadNew } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database } from '#db/open.ts';
import { findLibraryRow, type LibraryRow } from '#db/repos/catalog/libraries.repo.ts';
import {
  countUserUploads,
  deleteUploadRows,
  findUploadAt,
  hasLiveBooks,
  insertUpload,
  listUploadRows,
  noteReceived,
} from '#db/repos/catalog/uploads.repo.ts';
import { measureDiskSpace } from '#files/data/disk-space.ts';
import { libraryReads } from '#files/opening/bounded-reads.ts';
import { createStaged, removeStaged, writeStagedPart } from '#files/uploads/library-uploads.ts';
import { isEmptyFolder } from '#files/walk/library-root.ts';
import { say } from '#words/say.ts';
import { requireVisible } from '../require-visible.ts';
import { checkPlace, isOfFile } from './check-uploads.ts';
import {
  createNameCheck,
  inWords,
  requireFolder,
  requireUpload,
  requireUploadLibrary,
  toStaged,
  toUpload,
  type UploadContext,
} from './upload-context.ts';

/** Room that an upload leaves on the disk of a library. */
const LEAST_FREE_BYTES = 64 * 1_048_576;
const MAX_OPEN = 1_000;

/** Which upload. */
export interface UploadId {
  readonly libraryId: string;
  readonly uploadId: string;
}

/** The viewer's uploads into a library. @throws {AppError} `NotFound` */
export async function listUploads(
  { db }: { readonly db: Database },
  viewer: Viewer,
  libraryId: string,
): Promise<{ uploads: BookUpload[] }> {
  await requireVisible(db.read, viewer, 'Library', libraryId);
  return { uploads: (await listUploadRows(db.read, viewer, libraryId)).map(toUpload) };
}

async function requireSpace({ name, path }: LibraryRow, bytes: number): Promise<void> {
  const space = await measureDiskSpace(path);
  if (space === undefined || space.freeBytes >= bytes + LEAST_FREE_BYTES) return;
  throw new AppError(
    'InsufficientStorage',
    say('The disk of the library "{name}" has not enough space for this file', { name }),
  );
}

/** A folder that is made in an empty mount point would pass for the library, without its books. */
async function requireDisk({ db }: UploadContext, library: LibraryRow): Promise<void> {
  await requireFolder(library);
  if (!(await isEmptyFolder(library.path)) || !(await hasLiveBooks(db.read, library.id))) return;
  throw new AppError(
    'Conflict',
    say('The folder of the library "{name}" is empty. Check that its disk is connected', { name: library.name }),
  );
}

/**
 * Begins an upload, or continues one of the same file.
 * @throws {AppError} `NotFound`, `BadRequest` for a name that cannot be used, `Conflict` with a free name for one that is taken,
 * `InsufficientStorage`
 */
export async function beginUpload(
  ctx: UploadContext,
  viewer: Viewer,
  libraryId: string,
  wanted: UploadNew,
): Promise<BookUpload & { readonly partBytes: number }> {
  const library = await requireUploadLibrary(ctx.db.read, viewer, libraryId);
  const place = checkPlace(library, wanted);
  const open = await findUploadAt(ctx.db.read, { libraryId, ...place });
  if (isOfFile(open, viewer, wanted)) return { ...toUpload(open), partBytes: MAX_UPLOAD_PART_BYTES };
  await requireDisk(ctx, library);
  const names = createNameCheck(ctx.db.read, library, place);
  if (await names.isTaken()) await names.refuse();
  await requireSpace(library, wanted.sizeBytes);
  const { sizeBytes, modifiedAt } = wanted;
  const at = Date.now();
  const row = {
    ...{ id: newId(), libraryId, userId: viewer.userId, ...place, sizeBytes, modifiedAt },
    ...{ receivedBytes: 0, createdAt: at, updatedAt: at },
  };
  const staged = toStaged(library, row);
  await inWords(library, async () => libraryReads.run(library.path, async () => createStaged(staged)));
  const isStored = await ctx.db.transaction(async (tx) => {
    if ((await countUserUploads(tx.read, viewer.userId)) >= MAX_OPEN) return 'too many';
    return insertUpload(tx, row);
  });
  if (isStored === true) return { ...toUpload(row), partBytes: MAX_UPLOAD_PART_BYTES };
  await removeStaged(staged);
  if (isStored === false) return names.refuse();
  throw new AppError(
    'Conflict',
    say(
      '{count, plural, one {# upload is not complete. Finish or delete it first} other {# uploads are not complete. Finish or delete some first}}',
      { count: MAX_OPEN },
    ),
  );
}

/** Forgets an upload whose bytes are gone from the disk. @throws {AppError} always */
async function refuseGone(ctx: UploadContext, library: LibraryRow, { uploadId }: UploadId): Promise<never> {
  await requireFolder(library);
  if (await isEmptyFolder(library.path)) {
    throw new AppError(
      'Conflict',
      say('The folder of the library "{name}" is empty. Check that its disk is connected', { name: library.name }),
    );
  }
  await ctx.db.transaction(async (tx) => deleteUploadRows(tx, [uploadId]));
  throw new AppError('NotFound', 'What was uploaded is gone from the disk. Begin the upload again');
}

/**
 * Adds a part. One that the server has already is not written again.
 * @returns the upload with the bytes that are on the disk
 * @throws {AppError} `NotFound`, `BadRequest` for a part behind the end, `Conflict` for a gap, `InsufficientStorage`
 */
export async function addUploadPart(
  ctx: UploadContext,
  viewer: Viewer,
  id: UploadId,
  { offset, bytes }: { readonly offset: number; readonly bytes: Buffer },
): Promise<BookUpload> {
  const library = await requireUploadLibrary(ctx.db.read, viewer, id.libraryId);
  const row = await requireUpload(ctx.db.read, viewer, id);
  const end = offset + bytes.length;
  if (end > row.sizeBytes) {
    throw new AppError('BadRequest', say('The file is larger than announced'));
  }
  if (offset > row.receivedBytes) {
    throw new AppError('Conflict', say('The next part must begin at byte {offset}', { offset: row.receivedBytes }));
  }
  if (offset < row.receivedBytes) return toUpload(row);
  await requireSpace(library, bytes.length);
  const staged = toStaged(library, row);
  const written = await inWords(library, async () => writeStagedPart(staged, { offset, bytes }));
  if (written !== end) return refuseGone(ctx, library, id);
  const at = Date.now();
  const received = { before: offset, after: end, at };
  const isNoted = await ctx.db.transaction(async (tx) => noteReceived(tx, row.id, received));
  return toUpload(
    isNoted ? { ...row, receivedBytes: end, updatedAt: at } : await requireUpload(ctx.db.read, viewer, id),
  );
}

/** Stops an upload, and deletes what has arrived. @throws {AppError} `NotFound` */
export async function deleteUpload(ctx: UploadContext, viewer: Viewer, id: UploadId): Promise<void> {
  const row = await requireUpload(ctx.db.read, viewer, id);
  const library = await findLibraryRow(ctx.db.read, id.libraryId);
  await ctx.db.transaction(async (tx) => deleteUploadRows(tx, [row.id]));
  if (library === undefined) return;
  // The sweep of the night finds what a disk that is away keeps.
  await removeStaged(toStaged(library, row)).catch((error: unknown) =>
    ctx.log.scan.warn({ err: error, uploadId: row.id }, 'file of a stopped upload not deleted'),
  );
}
