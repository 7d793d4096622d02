import { nonEmptyIds } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import { SHOWN_COVER } from '../rows/covers.repo.ts';
import { countRows, type IdPage, readChunked, readColumn, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

type Kind = 'books' | 'series';

/** Which covers: at most one list is given; without any, all. */
export interface CoverScope {
  readonly bookIds?: readonly string[] | undefined;
  readonly seriesIds?: readonly string[] | undefined;
  readonly libraryIds?: readonly string[] | undefined;
}

function liveBooks(db: ReadDb, { bookIds, seriesIds, libraryIds }: CoverScope) {
  return db
    .selectFrom('book')
    .where('deletedAt', 'is', null)
    .$if(bookIds !== undefined, (query) => query.where('id', 'in', nonEmptyIds(bookIds ?? [])))
    .$if(seriesIds !== undefined, (query) => query.where('seriesId', 'in', nonEmptyIds(seriesIds ?? [])))
    .$if(libraryIds !== undefined, (query) => query.where('libraryId', 'in', nonEmptyIds(libraryIds ?? [])));
}

function allSeries(db: ReadDb, { seriesIds, libraryIds }: CoverScope) {
  return db
    .selectFrom('series')
    .$if(seriesIds !== undefined, (query) => query.where('id', 'in', nonEmptyIds(seriesIds ?? [])))
    .$if(libraryIds !== undefined, (query) => query.where('libraryId', 'in', nonEmptyIds(libraryIds ?? [])));
}

/** Ids of live books of a scope. */
export async function listBookTargets(db: ReadDb, scope: CoverScope, { after, limit }: IdPage): Promise<string[]> {
  return readColumn(liveBooks(db, scope).select('id').where('id', '>', after).orderBy('id').limit(limit), 'id');
}

/** Ids of series of a scope. */
export async function listSeriesTargets(db: ReadDb, scope: CoverScope, { after, limit }: IdPage): Promise<string[]> {
  return readColumn(allSeries(db, scope).select('id').where('id', '>', after).orderBy('id').limit(limit), 'id');
}

/** How many books or series a scope has. */
export async function countTargets(db: ReadDb, of: Kind, scope: CoverScope): Promise<number> {
  return of === 'books' ? countRows(liveBooks(db, scope)) : countRows(allSeries(db, scope));
}

/** Those of the books or series that the viewer may see. */
export async function pickVisible(db: ReadDb, viewerScope: ViewerScope, of: Kind, ids: readonly string[]) {
  const rows = await readChunked(ids, (some) =>
    of === 'books'
      ? visibleBooks(db, viewerScope).select('book.id').where('book.id', 'in', some)
      : visibleSeries(db, viewerScope).select('series.id').where('series.id', 'in', some),
  );
  return rows.map(({ id }) => id);
}

export type CoverTarget = ReadRow<typeof findCoverTarget>;

/** A live book. */
export async function findCoverTarget(db: ReadDb, bookId: string) {
  return db
    .selectFrom('book')
    .innerJoin('library', 'library.id', 'book.libraryId')
    .select([
      'book.id',
      'book.seriesId',
      'book.libraryId',
      'library.path as libraryPath',
      'book.path',
      'book.fileName',
      'book.fileSize',
      'book.fileModifiedAt',
      'book.sidecars',
      'book.state',
      'book.coverKey',
      SHOWN_COVER.as('shownKey'),
    ])
    .where('book.id', '=', bookId)
    .where('book.deletedAt', 'is', null)
    .executeTakeFirst();
}
