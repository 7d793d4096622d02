import type { Selectable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { BookUploadTable } from '../../schema/index.ts';
import { countRows, type IdPage, isFound, writeChunked } from '../rows/read-rows.ts';
import { visibleLibraries } from '../rows/visibility.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';

/** An upload as it is stored. */
export type UploadRow = Selectable<BookUploadTable>;

/** Where an upload goes. */
export type UploadTarget = Pick<UploadRow, 'libraryId' | 'folder' | 'fileName'>;

/** A viewer has uploads of their own only, in libraries that they see. */
function ownUploads(db: ReadDb, viewerScope: ViewerScope) {
  return db
    .selectFrom('bookUpload')
    .selectAll('bookUpload')
    .where('bookUpload.userId', '=', viewerScope.userId)
    .where('bookUpload.libraryId', 'in', visibleLibraries(db, viewerScope).select('library.id'));
}

/** The viewer's uploads into a library, the latest first. */
export async function listUploadRows(db: ReadDb, viewerScope: ViewerScope, libraryId: string): Promise<UploadRow[]> {
  return ownUploads(db, viewerScope).where('bookUpload.libraryId', '=', libraryId).orderBy('id', 'desc').execute();
}

/** One of them, or undefined. */
export async function findUpload(
  db: ReadDb,
  viewerScope: ViewerScope,
  { libraryId, id }: Pick<UploadRow, 'libraryId' | 'id'>,
): Promise<UploadRow | undefined> {
  return ownUploads(db, viewerScope)
    .where('bookUpload.libraryId', '=', libraryId)
    .where('bookUpload.id', '=', id)
    .executeTakeFirst();
}

/** The upload with a target, of any user: a name belongs to one upload. */
export async function findUploadAt(
  db: ReadDb,
  { libraryId, folder, fileName }: UploadTarget,
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('bookUpload')
    .selectAll()
    .where('libraryId', '=', libraryId)
    .where('folder', '=', folder)
    .where('fileName', '=', fileName)
    .executeTakeFirst();
}

/** How many uploads of a user are not complete. */
export async function countUserUploads(db: ReadDb, userId: string): Promise<number> {
  return countRows(db.selectFrom('bookUpload').where('userId', '=', userId));
}

/** Stores a new upload. @returns false when another has its target */
export async function insertUpload(tx: Tx, row: UploadRow): Promise<boolean> {
  return isFound(
    tx.write
      .insertInto('bookUpload')
      .values(row)
      .onConflict((conflict) => conflict.columns(['libraryId', 'folder', 'fileName']).doNothing())
      .returning('id'),
  );
}

/** Notes bytes that arrived. @returns false when another request noted some first */
export async function noteReceived(
  tx: Tx,
  id: string,
  { before, after, at }: { readonly before: number; readonly after: number; readonly at: number },
): Promise<boolean> {
  return isFound(
    tx.write
      .updateTable('bookUpload')
      .set({ receivedBytes: after, updatedAt: at })
      .where('id', '=', id)
      .where('receivedBytes', '=', before)
      .returning('id'),
  );
}

/** Forgets uploads. */
export async function deleteUploadRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await writeChunked(ids, (some) => tx.write.deleteFrom('bookUpload').where('id', 'in', some));
}

/** Uploads without a new part since a time, by id. @param before epoch milliseconds */
export async function listStaleUploads(db: ReadDb, before: number, { after, limit }: IdPage) {
  return db
    .selectFrom('bookUpload')
    .innerJoin('library', 'library.id', 'bookUpload.libraryId')
    .select(['bookUpload.id', 'bookUpload.fileName', 'library.path as root'])
    .where('bookUpload.updatedAt', '<', before)
    .where('bookUpload.id', '>', after)
    .orderBy('bookUpload.id')
    .limit(limit)
    .execute();
}

/** Ids of all uploads into a library. */
export async function listUploadIds(db: ReadDb, libraryId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('bookUpload').select('id').where('libraryId', '=', libraryId).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether a library has books that are not deleted. */
export async function hasLiveBooks(db: ReadDb, libraryId: string): Promise<boolean> {
  return isFound(
    db.selectFrom('book').select('id').where('libraryId', '=', libraryId).where('deletedAt', 'is', null).limit(1),
  );
}
