import { sql } from 'kysely';
import { oneShotFlag, RELEASED } from '../../filters/book-condition.ts';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import { seriesOrder } from '../rows/book-order.ts';
import { type ViewerScope, visibleBooks } from '../rows/visibility.ts';

/** What the compatible API tells of a book and nothing else does. */
export interface BookTraits {
  readonly id: string;
  readonly seriesId: string;
  /** Exact text, for example `12.5`. */
  readonly number: string | null;
  readonly numberSort: number | null;
  readonly fileName: string;
  /** Epoch milliseconds. */
  readonly fileModifiedAt: number;
  readonly state: string;
  /** 0 or 1. */
  readonly oneShot: number;
}

/** Traits of books that the viewer may see, deleted ones too. */
export async function listBookTraits(
  db: ReadDb,
  viewerScope: ViewerScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BookTraits>> {
  const found = new Map<string, BookTraits>();
  for (const some of chunked(ids)) {
    const rows = await visibleBooks(db, viewerScope, { includeDeleted: true })
      .select(['book.id', 'book.seriesId', 'book.number', 'book.numberSort'])
      .select([
        'book.fileName',
        'book.fileModifiedAt',
        'book.state',
        oneShotFlag(sql.ref('book.seriesId')).as('oneShot'),
      ])
      .where('book.id', 'in', some)
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** What the live books of a series come to. */
export interface SeriesTraits {
  readonly seriesId: string;
  /** Of the first book, `20260131`. */
  readonly released: number | null;
  /** Epoch milliseconds, as all times here. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly fileModifiedAt: number;
  /** 0 or 1. */
  readonly oneShot: number;
}

/** The summary of the first book that has one. */
export interface FirstSummary {
  readonly seriesId: string;
  readonly summary: string | null;
  readonly number: string | null;
}

/** Traits of series by id; those without live books that the viewer may see are left out. */
export async function listSeriesTraits(
  db: ReadDb,
  viewerScope: ViewerScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SeriesTraits>> {
  const found = new Map<string, SeriesTraits>();
  for (const some of chunked(ids)) {
    const rows = await visibleBooks(db, viewerScope)
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
      ])
      .execute();
    for (const row of rows) found.set(row.seriesId, row);
  }
  return found;
}

/** By series, the summary of its first live book, in reading order, that has one. */
export async function listFirstSummaries(
  db: ReadDb,
  viewerScope: ViewerScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FirstSummary>> {
  const found = new Map<string, FirstSummary>();
  const order = sql.join(seriesOrder().map(([expression, way]) => sql`${expression} ${sql.raw(way)}`));
  for (const some of chunked(ids)) {
    const ranked = visibleBooks(db, viewerScope)
      .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
      .where('book.seriesId', 'in', some)
      .where('bookMetadata.summary', '<>', '')
      .select(['book.seriesId', 'bookMetadata.summary', 'book.number'])
      .select(sql<number>`row_number() over (partition by "book"."seriesId" order by ${order})`.as('place'));
    const rows = await db
      .selectFrom(ranked.as('ranked'))
      .select(['ranked.seriesId', 'ranked.summary', 'ranked.number'])
      .where('ranked.place', '=', 1)
      .execute();
    for (const row of rows) found.set(row.seriesId, row);
  }
  return found;
}

/** Each list of people that live books of a series name, JSON, once. */
export async function listCreditTexts(
  db: ReadDb,
  viewerScope: ViewerScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const some of chunked(ids)) {
    const rows = await visibleBooks(db, viewerScope)
      .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
      .where('book.seriesId', 'in', some)
      .where('bookMetadata.authors', '<>', '[]')
      .select(['book.seriesId', 'bookMetadata.authors'])
      .distinct()
      .execute();
    for (const { seriesId, authors } of rows) {
      const known = found.get(seriesId);
      if (known === undefined) found.set(seriesId, [authors]);
      else known.push(authors);
    }
  }
  return found;
}

/** A live book of a series or read list, with how far the viewer is in it. */
export interface NumberedBook {
  readonly id: string;
  readonly numberSort: number | null;
  /** 0 or 1; null when it was not begun. */
  readonly completed: number | null;
}

/** Live books of a series that the viewer may see, in reading order. */
export async function listNumberedBooks(
  db: ReadDb,
  viewerScope: ViewerScope,
  seriesId: string,
): Promise<NumberedBook[]> {
  let query = visibleBooks(db, viewerScope)
    .leftJoin('readProgress', (join) =>
      join.onRef('readProgress.bookId', '=', 'book.id').on('readProgress.userId', '=', viewerScope.userId),
    )
    .select(['book.id', 'book.numberSort', 'readProgress.completed'])
    .where('book.seriesId', '=', seriesId);
  for (const [expression, way] of seriesOrder()) query = query.orderBy(expression, way);
  return await query.execute();
}
