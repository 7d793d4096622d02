import type { BookUpload } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { findLibraryRow, type LibraryRow } from '#db/repos/catalog/libraries.repo.ts';
import { findUpload, findUploadAt, type UploadRow } from '#db/repos/catalog/uploads.repo.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import { readErrorCode } from '#files/opening/system-errors.ts';
import type { StagedFile } from '#files/uploads/library-uploads.ts';
import { checkRoot } from '#files/walk/library-root.ts';
import type { Queue } from '#jobs/queue.ts';
import type { Log } from '#log/logger.ts';
import { mark, say } from '#words/say.ts';
import { type FilePlace, findFreeName, hasFileAt, nameTaken } from '../imports/free-name.ts';
import { requireVisible } from '../require-visible.ts';

/** What uploads use. */
export interface UploadContext {
  readonly db: Database;
  readonly readers: Pick<BookReaders, 'read'>;
  readonly queue: Queue;
  readonly log: Pick<Log, 'users' | 'scan'>;
}

/**
 * A library that takes uploads. Names of files tell of books, so viewers who do not see all of a library upload none.
 * @throws {AppError} `NotFound`, `Forbidden`, or `Conflict` when it takes none
 */
export async function requireUploadLibrary(db: ReadDb, viewer: Viewer, libraryId: string): Promise<LibraryRow> {
  await requireVisible(db, viewer, 'Library', libraryId);
  if (viewer.sharing !== undefined) {
    throw new AppError('Forbidden', say('You cannot upload books, because some series are hidden from you'));
  }
  const library = await findLibraryRow(db, libraryId);
  if (library === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  if (library.allowUploads === 1) return library;
  throw new AppError('Conflict', say('Uploads are not allowed in the library "{name}"', { name: library.name }));
}

/** One of the viewer's uploads. @throws {AppError} `NotFound` */
export async function requireUpload(
  db: ReadDb,
  viewer: Viewer,
  { libraryId, uploadId }: { readonly libraryId: string; readonly uploadId: string },
): Promise<UploadRow> {
  const row = await findUpload(db, viewer, { libraryId, id: uploadId });
  if (row === undefined) throw new AppError('NotFound', `Upload ${uploadId} not found`);
  return row;
}

/** The file of an upload on the disk. */
export function toStaged({ path: root }: LibraryRow, { id, fileName }: Pick<UploadRow, 'id' | 'fileName'>): StagedFile {
  return { root, id, fileName };
}

/** An upload as its user sees it. */
export function toUpload({ id, folder, fileName, sizeBytes, receivedBytes, ...row }: UploadRow): BookUpload {
  return {
    ...{ id, folder, fileName, sizeBytes, receivedBytes },
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** Checks that the folder of a library is there. @throws {AppError} `Conflict` */
export async function requireFolder({ name, path }: LibraryRow): Promise<void> {
  if ((await checkRoot(path)).ok) return;
  throw new AppError('Conflict', say('The folder of the library "{name}" cannot be read', { name }));
}

const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: mark('The server may not write to the folder of the library "{name}"'),
  EPERM: mark('The server may not write to the folder of the library "{name}"'),
  EROFS: mark('The disk of the library "{name}" is read-only'),
  EEXIST: mark('A file in the library "{name}" has the name of this folder'),
  ENOTDIR: mark('A file in the library "{name}" has the name of this folder'),
  ENAMETOOLONG: mark('The name is too long for the disk of the library "{name}"'),
};

/** Runs a write into the folder of a library. @throws {AppError} `Conflict` for what an admin or another name can change */
export async function inWords<Value>({ name }: LibraryRow, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write();
  } catch (error) {
    const reason = REFUSALS[readErrorCode(error) ?? ''];
    if (reason === undefined) throw error;
    throw new AppError('Conflict', say(reason, { name }), { cause: error });
  }
}

/** Looks for names that files of the library, or other uploads, have. */
export function createNameCheck(db: ReadDb, library: LibraryRow, { folder, fileName }: FilePlace, ownId?: string) {
  const isTaken = async (name: string): Promise<boolean> => {
    const place = { folder, fileName: name };
    if (await hasFileAt(library, place)) return true;
    const other = await findUploadAt(db, { libraryId: library.id, ...place });
    return other !== undefined && other.id !== ownId;
  };
  return {
    isTaken: async () => isTaken(fileName),
    findFree: async () => findFreeName(fileName, isTaken),
    /** @throws {AppError} `Conflict` with a free name */
    refuse: async (): Promise<never> => {
      throw nameTaken(library, { folder, fileName }, await findFreeName(fileName, isTaken));
    },
  };
}
