import { sql } from 'kysely';
import { oneShotFlag, RELEASED } from '../../filters/book-condition.ts';
import type { ReadDb } from '../../open.ts';
import { inOrder, seriesOrder } from '../rows/book-order.ts';
import { groupColumn, readChunked, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** Columns of a book that only the Komga dialect shows. */
export type BookTraits = ReadRow<typeof listBookTraits>;

/** Traits of books that the viewer may see, deleted ones too. */
export async function listBookTraits(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  const rows = await readChunked(ids, (some) =>
    visibleBooks(db, viewerScope, { includeDeleted: true })
      .select(['book.id', 'book.seriesId', 'book.number', 'book.numberSort'])
      .select([
        'book.fileName',
        'book.fileModifiedAt',
        'book.state',
        oneShotFlag(sql.ref('book.seriesId')).as('oneShot'),
      ])
      .where('book.id', 'in', some),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What the Komga dialect derives from the live books of a series. */
export type SeriesTraits = ReadRow<typeof listSeriesTraits>;

/** The summary of the first book that has one. */
export type FirstSummary = ReadRow<typeof listFirstSummaries>;

/** Traits of series by id; those without live books that the viewer may see are left out. */
export async function listSeriesTraits(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  const rows = await readChunked(ids, (some) =>
    visibleBooks(db, viewerScope)
      .leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
      .where('book.seriesId', 'in', some)
      .groupBy('book.seriesId')
      .select([
        'book.seriesId',
        sql<number | null>`min(${RELEASED})`.as('released'),
        sql<number>`min("book"."createdAt")`.as('createdAt'),
        sql<number>`max("book"."updatedAt")`.as('updatedAt'),
        sql<number>`max("book"."fileModifiedAt")`.as('fileModifiedAt'),
        oneShotFlag(sql.ref('book.seriesId')).as('oneShot'),
      ]),
  );
  return new Map(rows.map((row) => [row.seriesId, row]));
}

/** By series, the summary of its first live book, in reading order, that has one. */
export async function listFirstSummaries(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  const order = sql.join(seriesOrder().map(([expression, way]) => sql`${expression} ${sql.raw(way)}`));
  const rows = await readChunked(ids, (some) => {
    const ranked = visibleBooks(db, viewerScope)
      .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
      .where('book.seriesId', 'in', some)
      .where('bookMetadata.summary', '<>', '')
      .select(['book.seriesId', 'bookMetadata.summary', 'book.number'])
      .select(sql<number>`row_number() over (partition by "book"."seriesId" order by ${order})`.as('place'));
    return db
      .selectFrom(ranked.as('ranked'))
      .select(['ranked.seriesId', 'ranked.summary', 'ranked.number'])
      .where('ranked.place', '=', 1);
  });
  return new Map(rows.map((row) => [row.seriesId, row]));
}

/** By series, each list of people that its live books name, JSON, once. */
export async function listCreditTexts(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  const rows = await readChunked(ids, (some) =>
    visibleBooks(db, viewerScope)
      .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
      .where('book.seriesId', 'in', some)
      .where('bookMetadata.authors', '<>', '[]')
      .select(['book.seriesId', 'bookMetadata.authors'])
      .distinct(),
  );
  return groupColumn(rows, 'seriesId', 'authors');
}

/** Live books of a series that the viewer may see, in reading order. */
export async function listNumberedBooks(db: ReadDb, viewerScope: ViewerScope, seriesId: string) {
  return visibleBooks(db, viewerScope)
    .leftJoin('readProgress', (join) =>
      join.onRef('readProgress.bookId', '=', 'book.id').on('readProgress.userId', '=', viewerScope.userId),
    )
    .select(['book.id', 'book.numberSort', 'readProgress.completed'])
    .where('book.seriesId', '=', seriesId)
    .$call(inOrder(seriesOrder()))
    .execute();
}
