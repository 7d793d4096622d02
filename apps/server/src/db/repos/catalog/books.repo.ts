import type { Book } from '@lectern/contract';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled, slot } from '../../precompiled.ts';
import { inOrder, seriesOrder } from '../rows/book-order.ts';
import { findBooksById } from '../rows/book-rows.ts';
import { readChunked, readColumn, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibilityShape, visibleBooks } from '../rows/visibility.ts';

/** One book, also a soft-deleted one; undefined when it is absent or hidden. */
export async function findBook(db: ReadDb, viewerScope: ViewerScope, bookId: string): Promise<Book | undefined> {
  const [book] = await findBooksById(db, viewerScope, [bookId]);
  return book;
}

/** Where a book stands. */
export type BookPlace = ReadRow<typeof listBookPlaces>;

/** The place of a book, also of a soft-deleted one. */
export async function findBookPlace(db: ReadDb, viewerScope: ViewerScope, bookId: string) {
  const [place] = await listBookPlaces(db, viewerScope, [bookId]);
  return place;
}

/** Places of books, also of soft-deleted ones; hidden ones are left out. */
export async function listBookPlaces(db: ReadDb, viewerScope: ViewerScope, bookIds: readonly string[]) {
  return readChunked(bookIds, (some) =>
    visibleBooks(db, viewerScope, { includeDeleted: true })
      .select(['book.id', 'book.seriesId', 'book.libraryId', 'book.pageCount', 'book.layout'])
      .where('book.id', 'in', some),
  );
}

/** Ids of the live books of a series in reading order. */
export async function listSeriesOrder(db: ReadDb, viewerScope: ViewerScope, seriesId: string): Promise<string[]> {
  return readColumn(
    visibleBooks(db, viewerScope).select('book.id').where('book.seriesId', '=', seriesId).$call(inOrder(seriesOrder())),
    'id',
  );
}

/** What serving the pages of a book needs: where the file is, and what it was when it was analysed. */
export type BookFile = ReadRow<typeof findBookFile>;

/** The file of a book, soft-deleted ones included. */
export async function findBookFile(db: ReadDb, viewerScope: ViewerScope, bookId: string) {
  const everything = { includeDeleted: true };
  const shape = `book-file:${visibilityShape(viewerScope, everything)}`;
  const rows = await runPrecompiled(db, shape, { bookId }, () =>
    visibleBooks(db, viewerScope, everything)
      .innerJoin('library', 'library.id', 'book.libraryId')
      .where('book.id', '=', slot<string>('bookId'))
      .select([
        'book.id',
        'book.libraryId',
        'library.path as libraryPath',
        'book.path',
        'book.title',
        'book.fileFormat',
        'book.fileSize',
        'book.fileModifiedAt',
        'book.fileHash',
        'book.fingerprint',
        'book.state',
        'book.layout',
        'book.pageCount',
        'book.analyzedAt',
        'book.deletedAt',
        'book.binnedAt',
      ]),
  );
  return rows[0];
}

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

/** Files of visible live books, in the order of the ids. */
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
