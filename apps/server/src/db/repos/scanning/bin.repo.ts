import type { ReadDb, Tx } from '../../open.ts';
import { type BookChange, OUT_OF_BIN } from './scan.repo.ts';
import { type IdPage, readChunked } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** Books by their ids, all books of some series, or those of one deletion. */
export interface BooksMeant {
  readonly by: 'id' | 'seriesId' | 'deletionId';
  readonly ids: readonly string[];
}

const PLACE = ['id', 'seriesId', 'libraryId'] as const;

/** A book as far as its events need it. */
export interface BookInLibrary {
  readonly id: string;
  readonly seriesId: string;
  readonly libraryId: string;
}

/** The first rows by id of lists that were read in chunks. */
function firstById<Row extends { readonly id: string }>(rows: readonly Row[], limit: number): Row[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit);
}

/** The next live books that a viewer may see, by id. */
export async function listBooksToBin(
  db: ReadDb,
  viewerScope: ViewerScope,
  { by, ids }: BooksMeant,
  { after, limit }: IdPage,
): Promise<BookInLibrary[]> {
  const found = await readChunked(ids, (some) =>
    visibleBooks(db, viewerScope)
      .select(['book.id', 'book.seriesId', 'book.libraryId'])
      .where(`book.${by}`, 'in', some)
      .where('book.id', '>', after)
      .orderBy('book.id')
      .limit(limit),
  );
  return firstById(found, limit);
}

/** Those of some series that have a live book. */
export async function listLiveSeries(db: ReadDb, seriesIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readChunked(seriesIds, (some) =>
    db.selectFrom('book').select('seriesId').distinct().where('seriesId', 'in', some).where('deletedAt', 'is', null),
  );
  return new Set(rows.map(({ seriesId }) => seriesId));
}

/** A deletion: who, when, and the id that its books share. */
export interface Deletion {
  readonly deletionId: string;
  readonly binnedBy: string;
  readonly binnedAt: number;
}

/** Moves live books to the bin. @returns those that were live */
export async function writeBinned(tx: Tx, ids: readonly string[], deletion: Deletion): Promise<BookInLibrary[]> {
  const at = deletion.binnedAt;
  const change: BookChange = { ...deletion, deletedAt: at, missingSince: null, updatedAt: at };
  return readChunked(ids, (some) =>
    tx.write.updateTable('book').set(change).where('id', 'in', some).where('deletedAt', 'is', null).returning(PLACE),
  );
}

/** A book of the bin with the place of its file. */
export interface BinnedFile extends BookInLibrary {
  readonly path: string;
  readonly libraryPath: string;
}

/** The next books of the bin that a viewer may see, by id. */
export async function listBooksToRestore(
  db: ReadDb,
  viewerScope: ViewerScope,
  { by, ids }: BooksMeant,
  { after, limit }: IdPage,
): Promise<BinnedFile[]> {
  const found = await readChunked(ids, (some) =>
    visibleBooks(db, viewerScope, { includeDeleted: true })
      .innerJoin('library', 'library.id', 'book.libraryId')
      .select(['book.id', 'book.seriesId', 'book.libraryId', 'book.path', 'library.path as libraryPath'])
      .where(`book.${by}`, 'in', some)
      .where('book.binnedAt', 'is not', null)
      .where('book.id', '>', after)
      .orderBy('book.id')
      .limit(limit),
  );
  return firstById(found, limit);
}

/**
 * Takes books out of the bin.
 * @param missingSince for books whose file is missing: they stay soft-deleted, from this time on
 * @returns those that were in the bin
 */
export async function writeRestored(
  tx: Tx,
  ids: readonly string[],
  at: number,
  missingSince: number | null,
): Promise<BookInLibrary[]> {
  const change: BookChange = { ...OUT_OF_BIN, deletedAt: missingSince, updatedAt: at };
  return readChunked(ids, (some) =>
    tx.write.updateTable('book').set(change).where('id', 'in', some).where('binnedAt', 'is not', null).returning(PLACE),
  );
}

/** Removes books of the bin, and series without books. @returns what was removed */
export async function deleteBinned(
  tx: Tx,
  ids: readonly string[],
): Promise<{
  readonly books: readonly BookInLibrary[];
  readonly series: readonly { id: string; libraryId: string }[];
}> {
  const books = await readChunked(ids, (some) =>
    tx.write.deleteFrom('book').where('id', 'in', some).where('binnedAt', 'is not', null).returning(PLACE),
  );
  const series = await readChunked([...new Set(books.map(({ seriesId }) => seriesId))], (some) =>
    tx.write
      .deleteFrom('series')
      .where('id', 'in', some)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('book').select('book.id').whereRef('book.seriesId', '=', 'series.id'))),
      )
      .returning(['id', 'libraryId']),
  );
  return { books, series };
}
