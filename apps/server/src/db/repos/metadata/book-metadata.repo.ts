import type { ReadDb } from '../../open.ts';
import { listTermsOf } from '../rows/terms.repo.ts';
import { type ViewerScope, visibleBooks } from '../rows/visibility.ts';
import { bookValues, type Json } from './metadata-states.repo.ts';

/** The row of metadata of a book, with what a response about it takes from elsewhere. */
export interface BookMetadataRow {
  readonly id: string;
  readonly bookId: string;
  readonly values: Readonly<Record<string, Json>>;
  /** 0 while unknown. */
  readonly pageCount: number;
  /** The series that the file names. */
  readonly series: string | null;
}

/** The metadata of a book; undefined when nothing is known yet, or the book is hidden. */
export async function findBookMetadata(
  db: ReadDb,
  viewerScope: ViewerScope,
  bookId: string,
): Promise<BookMetadataRow | undefined> {
  const row = await visibleBooks(db, viewerScope, { includeDeleted: true })
    .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
    .where('book.id', '=', bookId)
    .selectAll('bookMetadata')
    .select('book.pageCount')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const genres = await listTermsOf(db, 'genre', 'book', [bookId]);
  const values = { ...bookValues(row), genres: genres.map(({ name }) => name) };
  return { id: row.id, bookId, values, pageCount: row.pageCount, series: row.series };
}
