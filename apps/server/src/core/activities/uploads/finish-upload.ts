import type { UploadedBook } from '@lectern/contract';
import { FormatError } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import { describeFailure } from '#core/rules/files/describe-error.ts';
import type { Viewer } from '#core/viewer.ts';
import type { LibraryRow } from '#db/repos/catalog/libraries.repo.ts';
import { deleteUploadRows, type UploadRow } from '#db/repos/catalog/uploads.repo.ts';
import { libraryReads } from '#files/opening/bounded-reads.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { getStagedPath, placeStaged, removeStaged, type StagedFile } from '#files/uploads/library-uploads.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import { joinPath } from '#files/walk/relative-paths.ts';
import { say } from '#words/say.ts';
import { checkFileName } from '../imports/check-names.ts';
import type { FilePlace } from '../imports/free-name.ts';
import { readExtension } from '../imports/import-context.ts';
import {
  createNameCheck,
  inWords,
  requireFolder,
  requireUpload,
  requireUploadLibrary,
  toStaged,
  type UploadContext,
} from './upload-context.ts';
import type { UploadId } from './uploads.ts';

async function forget(ctx: UploadContext, staged: StagedFile): Promise<void> {
  await ctx.db.transaction(async (tx) => deleteUploadRows(tx, [staged.id]));
  await removeStaged(staged);
}

/** Opens the file as a book; one that is none is deleted. @throws {AppError} `BadRequest` with the reason */
async function requireBook(ctx: UploadContext, staged: StagedFile): Promise<void> {
  try {
    await ctx.readers.read(getStagedPath(staged));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    // A slow disk says nothing about the file.
    if (error.code !== 'limit.time') await forget(ctx, staged);
    throw new AppError(
      'BadRequest',
      say('"{name}" cannot be read as a book: {reason}', {
        name: staged.fileName,
        reason: describeFailure(error).message,
      }),
    );
  }
}

/** Whether a file system without second names gave the file its place before an earlier run was killed. */
async function isPlaced({ root }: StagedFile, { folder, fileName }: FilePlace, sizeBytes: number): Promise<boolean> {
  const state = await findLibraryFileState(root, pathInRoot(root, joinPath(folder, fileName)));
  return state?.size === sizeBytes;
}

/** Gives the file its place. @throws {AppError} `Conflict` */
async function place(ctx: UploadContext, library: LibraryRow, row: UploadRow, fileName: string): Promise<void> {
  const staged = toStaged(library, row);
  if ((await findLibraryFileState(library.path, getStagedPath(staged))) === undefined) {
    await requireFolder(library);
    if (await isPlaced(staged, { folder: row.folder, fileName }, row.sizeBytes)) return;
    throw new AppError(
      'Conflict',
      say('The uploaded file is no longer on the disk. Delete the upload and start again'),
    );
  }
  await requireBook(ctx, staged);
  const wanted = { folder: row.folder, fileName };
  const placing = await inWords(library, async () =>
    libraryReads.run(library.path, async () => placeStaged(staged, wanted)),
  );
  if (placing === 'outside') {
    throw new AppError('Conflict', say('A link in this folder leads out of the library. Upload to another folder'));
  }
  if (placing === 'taken') {
    await createNameCheck(ctx.db.read, library, wanted, row.id).refuse();
  }
}

/**
 * Reads a complete file, gives it its place in the library, and queues a scan of the folder. An end of the process leaves the upload,
 * the book, or both under one content; finishing again settles it.
 * @param fileName another name, when the first one is taken by now
 * @throws {AppError} `NotFound`, `BadRequest` for a file that is no book, `Conflict` for one that is not complete or whose name is
 * taken
 */
export async function finishUpload(
  ctx: UploadContext,
  viewer: Viewer,
  id: UploadId,
  fileName: string | undefined,
): Promise<UploadedBook> {
  const library = await requireUploadLibrary(ctx.db.read, viewer, id.libraryId);
  const row = await requireUpload(ctx.db.read, viewer, id);
  const missing = row.sizeBytes - row.receivedBytes;
  if (missing > 0)
    throw new AppError('Conflict', say('"{name}" is not completely uploaded yet', { name: row.fileName }));
  const name = fileName === undefined ? row.fileName : checkFileName(fileName, readExtension(row.fileName));
  await place(ctx, library, row, name);
  await ctx.db.transaction(async (tx) => {
    await deleteUploadRows(tx, [row.id]);
    await ctx.queue.enqueue(tx, 'scan_library', { libraryId: library.id, mode: 'normal', folders: [row.folder] });
  });
  await removeStaged(toStaged(library, row));
  const { userId, username } = viewer;
  const placed = { folder: row.folder, fileName: name };
  // Operators filter by the message, so it never changes.
  ctx.log.users.info({ actorId: userId, actor: username, libraryId: library.id, ...placed }, 'book uploaded');
  return placed;
}
