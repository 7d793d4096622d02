import type { ReadDb } from '../../open.ts';
import { listTermsOf } from '../rows/terms.repo.ts';
import type { ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';
import { bookValues } from './metadata-states.repo.ts';

/** The row of metadata of a book, with what a response about it takes from elsewhere. */
export type BookMetadataRow = ReadRow<typeof findBookMetadata>;

/** The metadata of a book; undefined when nothing is known yet, or the book is hidden. */
export async function findBookMetadata(db: ReadDb, viewerScope: ViewerScope, bookId: string) {
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
