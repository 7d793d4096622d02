import type { UploadCandidate, UploadPlace } from '@lectern/contract';
import { mapConcurrently } from '#core/map-concurrently.ts';
import type { Viewer } from '#core/viewer.ts';
import { AppError } from '#core/errors.ts';
import type { Database } from '#db/open.ts';
import type { LibraryRow } from '#db/repos/catalog/libraries.repo.ts';
import { findUploadAt, type UploadRow } from '#db/repos/catalog/uploads.repo.ts';
import { checkFileName, checkFolder, toSafeFolder } from '../imports/check-names.ts';
import type { FilePlace } from '../imports/free-name.ts';
import { readExtension, requireFormat } from '../imports/import-context.ts';
import { suggestPlaces } from '../imports/suggest-places.ts';
import { createNameCheck, requireFolder, requireUploadLibrary } from './upload-context.ts';

/** Files that are looked at together. */
const AT_ONCE = 8;

/** A place that the library can take a file at. @throws {AppError} `BadRequest` with a name that can be used, or `Conflict` */
export function checkPlace(library: LibraryRow, { folder, fileName }: FilePlace): FilePlace {
  requireFormat(library, fileName);
  return { folder: checkFolder(folder), fileName: checkFileName(fileName, readExtension(fileName)) };
}

/** Whether an upload is of the same file on the device of the same user. */
export function isOfFile(
  row: UploadRow | undefined,
  { userId }: Viewer,
  { sizeBytes, modifiedAt }: Pick<UploadCandidate, 'sizeBytes' | 'modifiedAt'>,
): row is UploadRow {
  return row?.userId === userId && row.sizeBytes === sizeBytes && row.modifiedAt === modifiedAt;
}

async function planPlace(
  db: Database,
  viewer: Viewer,
  library: LibraryRow,
  file: UploadCandidate & FilePlace,
): Promise<UploadPlace> {
  const wanted = { folder: file.folder, fileName: file.fileName };
  const plan = { ...wanted, problem: null, freeName: null, receivedBytes: 0 };
  try {
    const place = checkPlace(library, wanted);
    const open = await findUploadAt(db.read, { libraryId: library.id, ...place });
    if (isOfFile(open, viewer, file)) return { ...plan, receivedBytes: open.receivedBytes };
    const names = createNameCheck(db.read, library, place);
    if (await names.isTaken()) return { ...plan, freeName: (await names.findFree()) ?? null };
    return plan;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...plan, problem: error.message };
  }
}

/**
 * Plans where files would go: into the folder that is given, else that of a series with the title in the name of the file.
 * @returns a place for each, in their order
 * @throws {AppError} `NotFound`, or `Conflict` when the library takes no uploads or is away
 */
export async function checkUploads(
  { db }: { readonly db: Database },
  viewer: Viewer,
  libraryId: string,
  files: readonly UploadCandidate[],
): Promise<{ files: UploadPlace[] }> {
  const library = await requireUploadLibrary(db.read, viewer, libraryId);
  await requireFolder(library);
  const suggested = await suggestPlaces(
    db.read,
    files.map(({ fileName }) => ({ path: fileName, metadata: {} })),
    libraryId,
  );
  const places = new Map<number, UploadPlace>();
  await mapConcurrently([...files.entries()], AT_ONCE, async ([index, file]) => {
    const { folder, fileName } = suggested[index] ?? { folder: '', fileName: file.fileName };
    const wanted = { ...file, fileName, folder: file.folder === undefined ? folder : toSafeFolder(file.folder) };
    places.set(index, await planPlace(db, viewer, library, wanted));
    return true;
  });
  return { files: files.flatMap((_file, index) => places.get(index) ?? []) };
}
