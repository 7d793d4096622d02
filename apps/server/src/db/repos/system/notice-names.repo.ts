import type { ReadDb } from '../../open.ts';
import { nonEmptyIds } from '../../sql/dialect.ts';
import { readChunked, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleLibraries } from '../rows/visibility.ts';

/** A book as a notice names it. */
export type NoticeBook = ReadRow<typeof listNoticeBooks>;

/** Those of some books that a user sees and whose series they follow, by series and in reading order. */
export async function listNoticeBooks(db: ReadDb, viewerScope: ViewerScope, bookIds: readonly string[]) {
  const rows = await readChunked([...new Set(bookIds)], (some) =>
    visibleBooks(db, viewerScope)
      .innerJoin('series', 'series.id', 'book.seriesId')
      .innerJoin('seriesFollow as follow', 'follow.seriesId', 'book.seriesId')
      .where('follow.userId', '=', viewerScope.userId)
      .where('book.id', 'in', some)
      .select(['book.id', 'book.title', 'book.seriesId', 'series.title as seriesTitle'])
      .orderBy('series.sortKey')
      .orderBy('series.id')
      .orderBy('book.numberSort')
      .orderBy('book.sortKey')
      .orderBy('book.id'),
  );
  return rows;
}

/** Names of those libraries that a user sees, by id. */
export async function findLibraryNames(db: ReadDb, viewerScope: ViewerScope, libraryIds: readonly string[]) {
  const rows = await visibleLibraries(db, viewerScope)
    .select(['library.id', 'library.name'])
    .where('library.id', 'in', nonEmptyIds(libraryIds))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
