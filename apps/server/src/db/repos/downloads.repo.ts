import type { ReadDb } from '../open.ts';
import { seriesOrder } from './book-order.ts';
import { type Beholder, visibleBooks } from './visibility.ts';

/** A book file of a series. */
export interface SeriesFile {
  readonly id: string;
  readonly libraryPath: string;
  /** Relative to the library. */
  readonly path: string;
}

/** The files of the live books of a series in reading order. */
export async function listSeriesFiles(db: ReadDb, beholder: Beholder, seriesId: string): Promise<SeriesFile[]> {
  let query = visibleBooks(db, beholder)
    .innerJoin('library', 'library.id', 'book.libraryId')
    .where('book.seriesId', '=', seriesId)
    .select(['book.id', 'library.path as libraryPath', 'book.path']);
  for (const [expression, way] of seriesOrder()) query = query.orderBy(expression, way);
  return await query.execute();
}
