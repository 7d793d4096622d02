import { type Selectable, sql } from 'kysely';
import { isFound, readChunked, type ReadRow, type Slice, writeChunked } from '../rows/read-rows.ts';
import { getShownPath, type ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleTimes } from '../rows/visibility.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { lockFor } from '../../sql/dialect.ts';
import type { DuplicateGroupTable } from '../../schema/index.ts';

/** Which groups are listed. */
interface DuplicateFilter {
  readonly includeDismissed: boolean;
}

function visibleGroups(db: ReadDb, viewerScope: ViewerScope) {
  return visibleBooks(db, viewerScope)
    .innerJoin('duplicateGroup', 'duplicateGroup.fileHash', 'book.fileHash')
    .groupBy('duplicateGroup.id')
    .having((eb) => eb.fn.countAll<number>(), '>=', 2);
}

function wantedGroups(db: ReadDb, viewerScope: ViewerScope, { includeDismissed }: DuplicateFilter) {
  return visibleGroups(db, viewerScope).$if(!includeDismissed, (query) =>
    query.where('duplicateGroup.dismissedAt', 'is', null),
  );
}

export type PickedGroup = Pick<DuplicateGroupRow, 'id' | 'fileHash' | 'createdAt' | 'updatedAt' | 'dismissedAt'>;

/** Groups of which the viewer may see two books or more: the largest first, then the latest. */
export async function pickGroups(db: ReadDb, viewerScope: ViewerScope, filter: DuplicateFilter, page: Slice) {
  const rows = await wantedGroups(db, viewerScope, filter)
    .select((eb) => [
      eb.fn.max<number>('book.createdAt').as('newestAt'),
      'duplicateGroup.id',
      'duplicateGroup.fileHash',
      'duplicateGroup.createdAt',
      'duplicateGroup.updatedAt',
      'duplicateGroup.dismissedAt',
    ])
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('newestAt', 'desc')
    .orderBy('duplicateGroup.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ newestAt, ...group }) => visibleTimes(viewerScope, group, newestAt));
}

/** How many groups there are, and how many books they have together. */
export async function countGroups(db: ReadDb, viewerScope: ViewerScope, filter: DuplicateFilter) {
  return db
    .selectFrom(
      wantedGroups(db, viewerScope, filter)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('size'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('groups'),
      eb.fn.coalesce(eb.fn.sum<number>('size.count'), sql.lit(0)).as('books'),
    ])
    .executeTakeFirstOrThrow();
}

/** Whether the viewer may see a group. */
export async function hasVisibleGroup(db: ReadDb, viewerScope: ViewerScope, groupId: string): Promise<boolean> {
  return isFound(visibleGroups(db, viewerScope).select('duplicateGroup.id').where('duplicateGroup.id', '=', groupId));
}

/** Dismisses a group; one that is dismissed stays so. */
export async function dismissGroup(tx: Tx, groupId: string, at: number): Promise<void> {
  await tx.write
    .updateTable('duplicateGroup')
    .set({ dismissedAt: at })
    .where('id', '=', groupId)
    .where('dismissedAt', 'is', null)
    .execute();
}

/** Books of groups that the viewer may see, the oldest first, with the hash of their group. */
export async function listGroupBooks(db: ReadDb, viewerScope: ViewerScope, hashes: readonly string[]) {
  if (hashes.length === 0) return [];
  const rows = await visibleBooks(db, viewerScope)
    .innerJoin('library', 'library.id', 'book.libraryId')
    .innerJoin('series', 'series.id', 'book.seriesId')
    .select([
      'book.id',
      'book.fileHash',
      'book.title',
      'book.path',
      'book.fileSize',
      'book.libraryId',
      'library.name as libraryName',
      'library.path as libraryPath',
      'book.seriesId',
      'series.title as seriesName',
    ])
    .where('book.fileHash', 'in', hashes)
    .orderBy('book.createdAt')
    .orderBy('book.id')
    .execute();
  return rows.map(({ libraryPath, path, ...row }) => ({ ...row, path: getShownPath(viewerScope, libraryPath, path) }));
}

export type DuplicateGroupRow = Selectable<DuplicateGroupTable>;

/** Waits until no other transaction works on groups. */
export async function lockDuplicates(tx: Tx): Promise<void> {
  await lockFor(tx.kind, tx.write, 'duplicates');
}

/** The oldest marks. */
export async function listMarks(db: ReadDb, limit: number) {
  return db.selectFrom('duplicateMark').select(['id', 'fileHash']).orderBy('id').limit(limit).execute();
}

/** Deletes marks that were dealt with. */
export async function deleteMarks(tx: Tx, ids: readonly number[]): Promise<void> {
  await writeChunked(ids, (chunk) => tx.write.deleteFrom('duplicateMark').where('id', 'in', chunk));
}

/** Live books with one of these hashes, by id. */
export async function listHashedBooks(db: ReadDb, hashes: readonly string[]) {
  return readChunked(hashes, (chunk) =>
    db
      .selectFrom('book')
      .select(['id', 'libraryId', 'fileHash'])
      .where('fileHash', 'in', chunk)
      .where('deletedAt', 'is', null)
      .orderBy('id'),
  );
}

/** The groups that there are for these hashes, dismissed ones too. */
export async function listGroupsByHash(db: ReadDb, hashes: readonly string[]): Promise<DuplicateGroupRow[]> {
  return readChunked(hashes, (chunk) => db.selectFrom('duplicateGroup').selectAll().where('fileHash', 'in', chunk));
}

/** Stores groups; groups that exist take the new members and are no longer dismissed. */
export async function putGroups(tx: Tx, groups: readonly DuplicateGroupRow[]): Promise<void> {
  await writeChunked(groups, (rows) =>
    tx.write
      .insertInto('duplicateGroup')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('fileHash').doUpdateSet((eb) => ({
          members: eb.ref('excluded.members'),
          updatedAt: eb.ref('excluded.updatedAt'),
          dismissedAt: eb.ref('excluded.dismissedAt'),
        })),
      ),
  );
}

/** Deletes groups that are none any more. */
export async function deleteGroups(tx: Tx, ids: readonly string[]): Promise<void> {
  await writeChunked(ids, (chunk) => tx.write.deleteFrom('duplicateGroup').where('id', 'in', chunk));
}

/** Hashes of all groups, by page: those after one. */
export async function listGroupHashes(db: ReadDb, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('duplicateGroup')
    .select('fileHash')
    .where('fileHash', '>', after)
    .orderBy('fileHash')
    .limit(limit)
    .execute();
  return rows.map(({ fileHash }) => fileHash);
}

/** A book of a group with what is known of its file. */
export type GroupedFile = ReadRow<typeof listGroupedFiles>;

/** Files of the books with one of these hashes. */
export async function listGroupedFiles(db: ReadDb, hashes: readonly string[]) {
  if (hashes.length === 0) return [];
  return db
    .selectFrom('book')
    .innerJoin('library', 'library.id', 'book.libraryId')
    .select(['book.id', 'book.path', 'book.fileSize', 'book.fileModifiedAt', 'library.path as libraryPath'])
    .where('book.fileHash', 'in', hashes)
    .where('book.deletedAt', 'is', null)
    .execute();
}

/** Clears the hash of a file that has changed, unless a scan has seen the change. */
export async function forgetHash(tx: Tx, { id, fileSize, fileModifiedAt }: GroupedFile): Promise<void> {
  await tx.write
    .updateTable('book')
    .set({ fileHash: '' })
    .where('id', '=', id)
    .where('fileSize', '=', fileSize)
    .where('fileModifiedAt', '=', fileModifiedAt)
    .execute();
}

/** Libraries that have books without a checksum. */
export async function listUnhashedLibraries(db: ReadDb): Promise<string[]> {
  const rows = await db
    .selectFrom('library')
    .select('id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('book')
          .select('book.id')
          .whereRef('book.libraryId', '=', 'library.id')
          .where('book.fileHash', '=', sql.lit(''))
          .where('book.deletedAt', 'is', null),
      ),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a search for duplicates waits or runs. */
export async function hasOpenSearch(db: ReadDb): Promise<boolean> {
  return isFound(
    db
      .selectFrom('task')
      .select('id')
      .where('type', '=', 'find_duplicates')
      .where('status', 'in', ['pending', 'running'])
      .limit(1),
  );
}
