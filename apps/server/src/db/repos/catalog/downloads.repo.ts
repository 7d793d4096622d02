import type { ReadDb } from '../../open.ts';
import { inOrder, seriesOrder } from '../rows/book-order.ts';
import { readChunked, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** The file of a book. */
export type DownloadFile = ReadRow<typeof listSeriesFiles>;

/** The files of the live books of a series in reading order. */
export async function listSeriesFiles(db: ReadDb, viewerScope: ViewerScope, seriesId: string) {
  return visibleBooks(db, viewerScope)
    .innerJoin('library', 'library.id', 'book.libraryId')
    .where('book.seriesId', '=', seriesId)
    .select(['book.id', 'library.path as libraryPath', 'book.path'])
    .$call(inOrder(seriesOrder()))
    .execute();
}

/** The files of some live books, in the order of the ids; of what may not be seen there is none. */
export async function listBookFiles(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  const rows = await readChunked(ids, (some) =>
    visibleBooks(db, viewerScope)
      .innerJoin('library', 'library.id', 'book.libraryId')
      .where('book.id', 'in', some)
      .select(['book.id', 'library.path as libraryPath', 'book.path']),
  );
  const files = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => files.get(id) ?? []);
}
