import { inPages, PAGE_ROWS } from '../../in-pages.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { NewSeries, SeriesChange } from './scan.repo.ts';
import { type PlacedBook, selectPlaced } from './placed-books.repo.ts';
import { isFound, readChunked, writeChunked } from '../rows/read-rows.ts';

/** Stores series. */
export async function insertSeries(tx: Tx, series: readonly NewSeries[]): Promise<void> {
  await writeChunked(series, (chunk) => tx.write.insertInto('series').values(chunk));
}

/** Where series are: those of a list of ids, or those at paths of a library. */
export async function listPlacesOfSeries(
  db: ReadDb,
  which: { readonly ids: readonly string[] } | { readonly libraryId: string; readonly paths: readonly string[] },
) {
  const places = db.selectFrom('series').select(['id', 'libraryId', 'path']);
  if ('ids' in which) return readChunked(which.ids, (some) => places.where('id', 'in', some));
  const inLibrary = places.where('libraryId', '=', which.libraryId);
  return readChunked(which.paths, (some) => inLibrary.where('path', 'in', some));
}

/** Changes a series. @returns whether it is still there */
export async function updateScannedSeries(tx: Tx, seriesId: string, change: SeriesChange): Promise<boolean> {
  return isFound(tx.write.updateTable('series').set(change).where('id', '=', seriesId).returning('id'));
}

/** A live book with all that its place, title and number follow from. */
export interface PreviewedBook extends PlacedBook {
  readonly seriesId: string;
  /** `pending` until it is read. */
  readonly state: string;
  readonly statedSeries: string | null;
  /** JSON array, null for a book that was never read. */
  readonly authors: string | null;
}

/** Live books of a library, a thousand at a time. */
export async function* listPreviewedBooks(db: ReadDb, libraryId: string): AsyncGenerator<PreviewedBook[], void> {
  yield* inPages(
    async (after) =>
      selectPlaced(db)
        .select(['book.seriesId', 'book.state', 'stated.series as statedSeries', 'stated.authors'])
        .where('book.libraryId', '=', libraryId)
        .where('book.deletedAt', 'is', null)
        .where('book.id', '>', after)
        .orderBy('book.id')
        .limit(PAGE_ROWS)
        .execute(),
    ({ id }) => id,
  );
}
