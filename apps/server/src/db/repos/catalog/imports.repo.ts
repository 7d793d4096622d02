import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { ImportItemTable } from '../../schema/index.ts';
import { lockFor } from '../../sql/dialect.ts';
import {
  countRows,
  type IdPage,
  isFound,
  type ReadRow,
  readChunked,
  type Slice,
  writeChunked,
} from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleLibraries, visibleSeries } from '../rows/visibility.ts';

/** A file of the import folder as it is stored. */
export type ImportRow = Selectable<ImportItemTable>;

/** Which files. */
export interface ImportFilter {
  readonly state?: string | undefined;
}

/** A file whose library is hidden from the viewer is hidden, too. */
function visibleImports(db: ReadDb, viewerScope: ViewerScope, { state }: ImportFilter = {}) {
  return db
    .selectFrom('importItem')
    .where((eb) =>
      eb.or([
        eb('importItem.libraryId', 'is', null),
        eb('importItem.libraryId', 'in', visibleLibraries(db, viewerScope).select('library.id')),
      ]),
    )
    .$if(state !== undefined, (query) => query.where('importItem.state', '=', state ?? ''));
}

/** Files that the viewer may see, the latest first. */
export async function listImportRows(
  db: ReadDb,
  viewerScope: ViewerScope,
  { limit, offset, ...filter }: ImportFilter & Slice,
): Promise<ImportRow[]> {
  return visibleImports(db, viewerScope, filter)
    .selectAll('importItem')
    .orderBy('importItem.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many there are. */
export async function countImports(db: ReadDb, viewerScope: ViewerScope, filter: ImportFilter): Promise<number> {
  return countRows(visibleImports(db, viewerScope, filter));
}

/** How many there are in each state. */
export async function countImportStates(db: ReadDb, viewerScope: ViewerScope) {
  return visibleImports(db, viewerScope)
    .select((eb) => ['importItem.state', eb.fn.countAll<number>().as('count')])
    .groupBy('importItem.state')
    .execute();
}

/** One file, or undefined when it is absent or hidden. */
export async function findImport(db: ReadDb, viewerScope: ViewerScope, id: string): Promise<ImportRow | undefined> {
  return visibleImports(db, viewerScope).selectAll('importItem').where('importItem.id', '=', id).executeTakeFirst();
}

/** Books by id, with title and library. */
export async function listImportTwins(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  return readChunked(ids, (some) =>
    visibleBooks(db, viewerScope)
      .innerJoin('library', 'library.id', 'book.libraryId')
      .select(['book.id as bookId', 'book.title', 'library.name as libraryName'])
      .where('book.id', 'in', some),
  );
}

/** Series by the folders that they have. */
export async function listSeriesOfFolders(db: ReadDb, viewerScope: ViewerScope, folders: readonly string[]) {
  return readChunked(folders, (some) =>
    visibleSeries(db, viewerScope)
      .select(['series.id', 'series.libraryId', 'series.path', 'series.title'])
      .where('series.path', 'in', some),
  );
}

/** Every file, by id, for the next look. */
export async function listKnownImports(db: ReadDb, { after, limit }: IdPage) {
  return db
    .selectFrom('importItem')
    .select(['id', 'path', 'fileSize', 'fileModifiedAt', 'state', 'root', 'updatedAt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** What a look knows of a file. */
export type KnownImport = ReadRow<typeof listKnownImports>;

/** Files that wait to be moved, by id. */
export async function listImportsToMove(db: ReadDb, { after, limit }: IdPage) {
  return db
    .selectFrom('importItem')
    .leftJoin('library', 'library.id', 'importItem.libraryId')
    .selectAll('importItem')
    .select(['library.path as libraryPath', 'library.name as libraryName'])
    .where('importItem.state', '=', 'importing')
    .where('importItem.id', '>', after)
    .orderBy('importItem.id')
    .limit(limit)
    .execute();
}

/** A file to move, and its library. */
export type ImportToMove = ReadRow<typeof listImportsToMove>;

/** Series by id, for the match of their titles. */
export async function listSeriesTitles(db: ReadDb, { after, limit }: IdPage) {
  return db
    .selectFrom('series')
    .select(['id', 'libraryId', 'title', 'name', 'path'])
    .where('id', '>', after)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('book')
          .select('book.id')
          .whereRef('book.seriesId', '=', 'series.id')
          .where('book.deletedAt', 'is', null),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Formats that each library takes. */
export async function listLibraryFormats(db: ReadDb) {
  return db.selectFrom('library').select(['id', 'allowedFormats']).orderBy('sortKey').orderBy('id').execute();
}

/** A live book with the content of a file: by its hash, or by fingerprint and size while no hash is known. */
export async function findSameBook(
  db: ReadDb,
  { fileHash, fingerprint, fileSize }: { fileHash: string; fingerprint: string; fileSize: number },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('book')
    .select('id')
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('fileHash', '=', fileHash),
        eb.and([eb('fileHash', '=', ''), eb('fingerprint', '=', fingerprint), eb('fileSize', '=', fileSize)]),
      ]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Changes of imports come one after the other: no two files get one name. */
export async function lockImports(tx: Tx): Promise<void> {
  await lockFor(tx.kind, tx.write, 'imports');
}

/** Stores a new file. */
export async function insertImport(tx: Tx, row: Insertable<ImportItemTable>): Promise<void> {
  await tx.write.insertInto('importItem').values(row).execute();
}

/**
 * Changes a file that is still in one of some states.
 * @returns false when it is not
 */
export async function updateImport(
  tx: Tx,
  { id, states }: { readonly id: string; readonly states: readonly string[] },
  change: Updateable<ImportItemTable>,
): Promise<boolean> {
  return isFound(
    tx.write.updateTable('importItem').set(change).where('id', '=', id).where('state', 'in', states).returning('id'),
  );
}

/** Deletes files that are in one of some states. */
export async function deleteImports(tx: Tx, ids: readonly string[], states: readonly string[]): Promise<void> {
  await writeChunked(ids, (some) =>
    tx.write.deleteFrom('importItem').where('id', 'in', some).where('state', 'in', states),
  );
}

/** Whether another file is on its way to a place. */
export async function isImportPlaceTaken(
  db: ReadDb,
  { id, libraryId, folder, fileName }: Pick<ImportRow, 'id' | 'libraryId' | 'folder' | 'fileName'>,
): Promise<boolean> {
  return isFound(
    db
      .selectFrom('importItem')
      .select('id')
      .where('state', '=', 'importing')
      .where('libraryId', '=', libraryId)
      .where('folder', '=', folder)
      .where('fileName', '=', fileName)
      .where('id', '!=', id),
  );
}
