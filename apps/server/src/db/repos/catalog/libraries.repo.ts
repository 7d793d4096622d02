import { BookFormatName, type Library, Library as LibraryShape, ScanningConfig } from '@lectern/contract';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { z } from 'zod';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { LibraryTable } from '../../schema/index.ts';
import { countRows, isFound, type Slice } from '../rows/read-rows.ts';
import { type ViewerScope, seesPlaces } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleLibraries, visibleSeries } from '../rows/visibility.ts';

export type LibraryRow = Selectable<LibraryTable>;
export type NewLibrary = Insertable<LibraryTable>;
type LibraryChange = Updateable<LibraryTable>;

interface Counts {
  readonly books: number;
  readonly series: number;
}

const { shape } = LibraryShape;
const Formats = z.array(BookFormatName);

function freeForm(json: string | null): z.core.util.JSONType {
  return json === null ? null : z.json().parse(JSON.parse(json));
}

/** The scanning settings of a row. */
export function parseScanningConfig({
  scanningConfig,
}: Pick<LibraryRow, 'scanningConfig'>): z.infer<typeof ScanningConfig> {
  return ScanningConfig.parse(JSON.parse(scanningConfig));
}

function toLibrary(row: LibraryRow, viewerScope: ViewerScope, counts: Counts): Library {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    kind: shape.kind.parse(row.kind),
    path: seesPlaces(viewerScope) ? row.path : '',
    isActive: row.isActive === 1,
    allowedFormats: row.allowedFormats === null ? null : Formats.parse(JSON.parse(row.allowedFormats)),
    excludedPatterns: row.excludedPatterns,
    defaultReadingDirection: shape.defaultReadingDirection.parse(row.defaultReadingDirection),
    bookStrategy: shape.bookStrategy.parse(row.bookStrategy),
    numberStrategy: shape.numberStrategy.parse(row.numberStrategy),
    seriesStrategy: shape.seriesStrategy.parse(row.seriesStrategy),
    bookConfig: freeForm(row.bookConfig),
    numberConfig: freeForm(row.numberConfig),
    seriesConfig: freeForm(row.seriesConfig),
    autoMatchConditions: freeForm(row.autoMatchConditions),
    titlePreprocessingRules: freeForm(row.titlePreprocessingRules),
    scanningConfig: parseScanningConfig(row),
    allowFileDeletion: row.allowFileDeletion === 1,
    allowUploads: row.allowUploads === 1,
    bookCount: counts.books,
    seriesCount: counts.series,
    lastScannedAt: row.lastScannedAt === null ? null : new Date(row.lastScannedAt).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

async function countContents(
  db: ReadDb,
  viewerScope: ViewerScope,
  ids: readonly string[],
): Promise<Map<string, Counts>> {
  const [books, series] = await Promise.all([
    visibleBooks(db, viewerScope)
      .select((eb) => ['book.libraryId', eb.fn.countAll<number>().as('count')])
      .where('book.libraryId', 'in', ids)
      .groupBy('book.libraryId')
      .execute(),
    visibleSeries(db, viewerScope)
      .select((eb) => ['series.libraryId', eb.fn.countAll<number>().as('count')])
      .where('series.libraryId', 'in', ids)
      .groupBy('series.libraryId')
      .execute(),
  ]);
  const bookCounts = new Map(books.map(({ libraryId, count }) => [libraryId, count]));
  const seriesCounts = new Map(series.map(({ libraryId, count }) => [libraryId, count]));
  return new Map(ids.map((id) => [id, { books: bookCounts.get(id) ?? 0, series: seriesCounts.get(id) ?? 0 }]));
}

async function toLibraries(db: ReadDb, viewerScope: ViewerScope, rows: readonly LibraryRow[]): Promise<Library[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counts = await countContents(db, viewerScope, ids);
  return rows.map((row) => toLibrary(row, viewerScope, counts.get(row.id) ?? { books: 0, series: 0 }));
}

/** Libraries by name. */
export async function listLibraries(db: ReadDb, viewerScope: ViewerScope, { limit, offset }: Slice) {
  const rows = await visibleLibraries(db, viewerScope)
    .selectAll()
    .orderBy('library.sortKey')
    .orderBy('library.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return toLibraries(db, viewerScope, rows);
}

/** How many libraries there are to see. */
export async function countLibraries(db: ReadDb, viewerScope: ViewerScope): Promise<number> {
  return countRows(visibleLibraries(db, viewerScope));
}

/** One library, or undefined when it is absent or hidden. */
export async function findLibrary(db: ReadDb, viewerScope: ViewerScope, libraryId: string) {
  const rows = await visibleLibraries(db, viewerScope).selectAll().where('library.id', '=', libraryId).execute();
  const [library] = await toLibraries(db, viewerScope, rows);
  return library;
}

/** The stored row, for the server's own work: ignores visibility. */
export async function findLibraryRow(db: ReadDb, libraryId: string): Promise<LibraryRow | undefined> {
  return db.selectFrom('library').selectAll().where('id', '=', libraryId).executeTakeFirst();
}

/** Names and places of all libraries, for the server's own checks. */
export async function listLibraryPaths(db: ReadDb): Promise<Pick<LibraryRow, 'id' | 'name' | 'path'>[]> {
  return db.selectFrom('library').select(['id', 'name', 'path']).orderBy('sortKey').orderBy('id').execute();
}

/** The folder of each library, and whether links may lead out of it. */
export async function listLibraryFolders(db: ReadDb) {
  const rows = await db.selectFrom('library').select(['path', 'scanningConfig']).execute();
  return rows.map(({ path, scanningConfig }) => {
    const { followLinksOutside = false } = ScanningConfig.partial().parse(JSON.parse(scanningConfig));
    return { path, followLinksOutside };
  });
}

/** Adds a library. @returns false when another has the same path */
export async function insertLibrary(tx: Tx, row: NewLibrary): Promise<boolean> {
  return isFound(
    tx.write
      .insertInto('library')
      .values(row)
      .onConflict((conflict) => conflict.column('path').doNothing())
      .returning('id'),
  );
}

/** Changes the columns that are given. */
export async function updateLibraryRow(tx: Tx, libraryId: string, change: LibraryChange): Promise<void> {
  await tx.write.updateTable('library').set(change).where('id', '=', libraryId).execute();
}

/** Removes a library with its content. Books go in chunks, because one statement would block the process. */
export async function deleteLibraryRow(tx: Tx, libraryId: string): Promise<void> {
  const books = await tx.read.selectFrom('book').select('id').where('libraryId', '=', libraryId).execute();
  for (const ids of chunked(books.map(({ id }) => id))) {
    await tx.write.deleteFrom('book').where('id', 'in', ids).execute();
    // The driver is synchronous: without a pause no request would be served.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await tx.write.deleteFrom('library').where('id', '=', libraryId).execute();
}

/** Ids of the tasks about a library or its books that wait or run, running ones first. */
export async function listOpenTasks(db: ReadDb, libraryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('task')
    .leftJoin('book', 'book.id', 'task.bookId')
    .leftJoin('series', 'series.id', 'task.seriesId')
    .select('task.id')
    .where('task.status', 'in', ['pending', 'running'])
    .where((eb) =>
      eb.or([
        eb('task.libraryId', '=', libraryId),
        eb('book.libraryId', '=', libraryId),
        eb('series.libraryId', '=', libraryId),
      ]),
    )
    .orderBy('task.status', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}
