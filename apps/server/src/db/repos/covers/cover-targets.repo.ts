import { sql } from 'kysely';
import { chunked, orNone } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import { SHOWN_COVER } from '../rows/covers.repo.ts';
import type { IdPage, ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

/** Which covers: at most one list is given; without any, all. */
export interface CoverScope {
  readonly bookIds?: readonly string[] | undefined;
  readonly seriesIds?: readonly string[] | undefined;
  readonly libraryIds?: readonly string[] | undefined;
}

/** Ids of live books of a scope. */
export async function listBookTargets(db: ReadDb, scope: CoverScope, { after, limit }: IdPage): Promise<string[]> {
  const { bookIds, seriesIds, libraryIds } = scope;
  const rows = await db
    .selectFrom('book')
    .select('id')
    .where('deletedAt', 'is', null)
    .$if(bookIds !== undefined, (query) => query.where('id', 'in', orNone(bookIds ?? [])))
    .$if(seriesIds !== undefined, (query) => query.where('seriesId', 'in', orNone(seriesIds ?? [])))
    .$if(libraryIds !== undefined, (query) => query.where('libraryId', 'in', orNone(libraryIds ?? [])))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of series of a scope. */
export async function listSeriesTargets(db: ReadDb, { seriesIds, libraryIds }: CoverScope, { after, limit }: IdPage) {
  const rows = await db
    .selectFrom('series')
    .select('id')
    .$if(seriesIds !== undefined, (query) => query.where('id', 'in', orNone(seriesIds ?? [])))
    .$if(libraryIds !== undefined, (query) => query.where('libraryId', 'in', orNone(libraryIds ?? [])))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many books or series a scope has. */
export async function countTargets(db: ReadDb, of: 'books' | 'series', scope: CoverScope): Promise<number> {
  const { bookIds, seriesIds, libraryIds } = scope;
  const { count } =
    of === 'books'
      ? await db
          .selectFrom('book')
          .select(sql<number>`count(*)`.as('count'))
          .where('deletedAt', 'is', null)
          .$if(bookIds !== undefined, (query) => query.where('id', 'in', orNone(bookIds ?? [])))
          .$if(seriesIds !== undefined, (query) => query.where('seriesId', 'in', orNone(seriesIds ?? [])))
          .$if(libraryIds !== undefined, (query) => query.where('libraryId', 'in', orNone(libraryIds ?? [])))
          .executeTakeFirstOrThrow()
      : await db
          .selectFrom('series')
          .select(sql<number>`count(*)`.as('count'))
          .$if(seriesIds !== undefined, (query) => query.where('id', 'in', orNone(seriesIds ?? [])))
          .$if(libraryIds !== undefined, (query) => query.where('libraryId', 'in', orNone(libraryIds ?? [])))
          .executeTakeFirstOrThrow();
  return count;
}

/** Those of the books or series that the viewer may see. */
export async function pickVisible(
  db: ReadDb,
  viewerScope: ViewerScope,
  of: 'books' | 'series',
  ids: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const some of chunked(ids)) {
    const rows =
      of === 'books'
        ? await visibleBooks(db, viewerScope).select('book.id').where('book.id', 'in', some).execute()
        : await visibleSeries(db, viewerScope).select('series.id').where('series.id', 'in', some).execute();
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

/** A live book as far as drawing its cover again takes it. */
export type CoverTarget = ReadRow<typeof findCoverTarget>;

/** The book, unless it is gone or deleted. */
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
