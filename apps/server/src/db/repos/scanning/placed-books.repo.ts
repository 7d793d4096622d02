import type { ReadDb } from '../../open.ts';
import { readChunked, type ReadRow } from '../rows/read-rows.ts';

export type PlacedBook = ReadRow<typeof listPlacedBooks>;

/** Live books of a series with everything their numbers and titles come from. */
export async function listPlacedBooks(db: ReadDb, seriesId: string) {
  return selectPlaced(db).where('book.seriesId', '=', seriesId).where('book.deletedAt', 'is', null).execute();
}

/** The same of single books, deleted or not. */
export async function listPlacedBooksById(db: ReadDb, ids: readonly string[]): Promise<PlacedBook[]> {
  return readChunked(ids, (chunk) => selectPlaced(db).where('book.id', 'in', chunk));
}

/** Where reads of books begin that are titled and numbered. */
export function selectPlaced(db: ReadDb) {
  return db
    .selectFrom('book')
    .leftJoin('bookMetadata as stated', 'stated.bookId', 'book.id')
    .select([
      'book.id',
      'book.path',
      'book.fileName',
      'book.title',
      'book.titleSort',
      'book.number',
      'book.numberSort',
      'book.volume',
      'book.chapter',
      'book.placedBy',
      'book.namedBy',
      'stated.title as statedTitle',
      'stated.number as statedNumber',
      'stated.volume as statedVolume',
      'stated.chapter as statedChapter',
      'stated.locks',
    ]);
}
