import { chunked } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import { seriesOrder } from '../rows/book-order.ts';
import { type ViewerScope, visibleBooks } from '../rows/visibility.ts';

/** The file of a book. */
export interface DownloadFile {
  readonly id: string;
  readonly libraryPath: string;
  /** Relative to the library. */
  readonly path: string;
}

/** The files of the live books of a series in reading order. */
export async function listSeriesFiles(db: ReadDb, viewerScope: ViewerScope, seriesId: string): Promise<DownloadFile[]> {
  let query = visibleBooks(db, viewerScope)
    .innerJoin('library', 'library.id', 'book.libraryId')
    .where('book.seriesId', '=', seriesId)
    .select(['book.id', 'library.path as libraryPath', 'book.path']);
  for (const [expression, way] of seriesOrder()) query = query.orderBy(expression, way);
  return await query.execute();
}

/** The files of some live books, in the order of the ids; of what may not be seen there is none. */
export async function listBookFiles(
  db: ReadDb,
  viewerScope: ViewerScope,
  ids: readonly string[],
): Promise<DownloadFile[]> {
  const files = new Map<string, DownloadFile>();
  for (const some of chunked(ids)) {
    const rows = await visibleBooks(db, viewerScope)
      .innerJoin('library', 'library.id', 'book.libraryId')
      .where('book.id', 'in', some)
      .select(['book.id', 'library.path as libraryPath', 'book.path'])
      .execute();
    for (const row of rows) files.set(row.id, row);
  }
  return ids.flatMap((id) => files.get(id) ?? []);
}
