import type { ReadDb, Tx } from '../../open.ts';
import type { TrashedFileTable } from '../../schema/index.ts';
import { type IdPage, readChunked, writeChunked } from '../rows/read-rows.ts';

/** A file to move to the trash, and whether its library lets it go. */
export interface FileToTrash {
  readonly bookId: string;
  readonly path: string;
  readonly root: string;
  readonly libraryName: string;
  readonly isAllowed: boolean;
}

/** The files of books that a viewer may see; the caller has checked that. */
export async function listFilesToTrash(db: ReadDb, bookIds: readonly string[]): Promise<FileToTrash[]> {
  const rows = await readChunked(bookIds, (some) =>
    db
      .selectFrom('book')
      .innerJoin('library', 'library.id', 'book.libraryId')
      .select(['book.id as bookId', 'book.path', 'library.path as root', 'library.name as libraryName'])
      .select('library.allowFileDeletion')
      .where('book.id', 'in', some),
  );
  return rows.map(({ allowFileDeletion, ...file }) => ({ ...file, isAllowed: allowFileDeletion === 1 }));
}

/** Notes files that are about to move to the trash. */
export async function writeTrashed(tx: Tx, files: readonly TrashedFileTable[]): Promise<void> {
  await writeChunked(files, (some) => tx.write.insertInto('trashedFile').values([...some]));
}

/** Changes the state of files of the trash. */
export async function writeTrashState(tx: Tx, ids: readonly string[], state: TrashedFileTable['state']): Promise<void> {
  await writeChunked(ids, (some) => tx.write.updateTable('trashedFile').set({ state }).where('id', 'in', some));
}

/** Forgets files of the trash. */
export async function deleteTrashed(tx: Tx, ids: readonly string[]): Promise<void> {
  await writeChunked(ids, (some) => tx.write.deleteFrom('trashedFile').where('id', 'in', some));
}

function trashedFiles(db: ReadDb) {
  return db
    .selectFrom('trashedFile')
    .innerJoin('book', 'book.id', 'trashedFile.bookId')
    .innerJoin('library', 'library.id', 'book.libraryId')
    .select(['trashedFile.id as trashId', 'trashedFile.bookId', 'trashedFile.path', 'trashedFile.state'])
    .select('trashedFile.trashedAt')
    .select(['library.path as root', 'book.path as bookPath']);
}

/** Every file of some books in the trash, the last trashed first. */
export async function listTrashed(db: ReadDb, bookIds: readonly string[]) {
  return readChunked(bookIds, (some) =>
    trashedFiles(db).where('trashedFile.bookId', 'in', some).orderBy('trashedFile.trashedAt', 'desc'),
  );
}

/** The next files, by id, whose move was interrupted, or goes on. */
export async function listUnfinishedMoves(db: ReadDb, { after, limit }: IdPage) {
  return trashedFiles(db)
    .where('trashedFile.state', 'in', ['moving', 'restoring'])
    .where('trashedFile.id', '>', after)
    .orderBy('trashedFile.id')
    .limit(limit)
    .execute();
}

/** The next files, by id, that were trashed before a time in epoch milliseconds. */
export async function listExpired(db: ReadDb, before: number, { after, limit }: IdPage) {
  return trashedFiles(db)
    .where('trashedFile.state', '=', 'trashed')
    .where('trashedFile.trashedAt', '<', before)
    .where('trashedFile.id', '>', after)
    .orderBy('trashedFile.id')
    .limit(limit)
    .execute();
}
