import type { SeriesSort } from '@lectern/contract';
import { type RawBuilder, sql } from 'kysely';
import { slot } from '../precompiled.ts';
import { byRank, type Direction, type OrderTerm } from './book-order.ts';

/** Columns that hold a value for every series and have an index. */
const KEY_COLUMNS = {
  title: 'series.sortKey',
  createdAt: 'series.createdAt',
  updatedAt: 'series.updatedAt',
} as const satisfies Partial<Record<SeriesSort, string>>;

type KeyedSort = keyof typeof KEY_COLUMNS;

const ID = sql.ref('series.id');
const TITLE = sql.ref('series.sortKey');
const YEAR = sql.ref('series.year');

/** Something about the live books of a series. */
function ofBooks(expression: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${expression} from "book" where "book"."seriesId" = ${ID} and "book"."deletedAt" is null)`;
}

const BOOK_COUNT = ofBooks(sql`count(*)`);
const FILE_SIZE = ofBooks(sql`sum("book"."fileSize")`);
const PAGE_COUNT = ofBooks(sql`sum("book"."pageCount")`);
/** When the viewer of slot `userId` last read in it. */
const LAST_READ = sql`(select max("readProgress"."updatedAt") from "book"
  inner join "readProgress" on "readProgress"."bookId" = "book"."id" and "readProgress"."userId" = ${slot('userId')}
  where "book"."seriesId" = ${ID} and "book"."deletedAt" is null)`;

/** What the viewer of slot `userId` thinks of it. */
const OWN_RATING = sql`(select "seriesRating"."rating" from "seriesRating"
  where "seriesRating"."seriesId" = ${ID} and "seriesRating"."userId" = ${slot('userId')})`;

/** The mean of all ratings in a table. */
function ratingIn(table: 'seriesRating' | 'externalRating'): RawBuilder<unknown> {
  return sql`(select avg(${sql.ref(`${table}.rating`)}) from ${sql.table(table)}
    where ${sql.ref(`${table}.seriesId`)} = ${ID})`;
}

function isKeyed(sort: SeriesSort): sort is KeyedSort {
  return sort in KEY_COLUMNS;
}

/** The column of a sort whose pages can begin at a key; undefined for the others. */
export function seriesKeyColumn(sort: SeriesSort): (typeof KEY_COLUMNS)[KeyedSort] | undefined {
  return isKeyed(sort) ? KEY_COLUMNS[sort] : undefined;
}

function withMissingLast(expression: RawBuilder<unknown>, direction: Direction): readonly OrderTerm[] {
  return [
    [sql`case when ${expression} is null then 1 else 0 end`, 'asc'],
    [expression, direction],
    [TITLE, direction],
    [ID, direction],
  ];
}

/**
 * Terms of a sort over a query that has `series`. Ties break by title, then by id.
 * @param rank of the sort by relevance, 0 best; without it that is the one by title
 */
export function seriesListOrder(
  sort: SeriesSort,
  direction: Direction,
  rank?: RawBuilder<number>,
): readonly OrderTerm[] {
  const column = seriesKeyColumn(sort);
  if (column !== undefined)
    return [
      [sql.ref(column), direction],
      [ID, direction],
    ];
  switch (sort) {
    case 'year':
      return withMissingLast(YEAR, direction);
    case 'lastRead':
      return withMissingLast(LAST_READ, direction);
    case 'bookCount':
      return [
        [BOOK_COUNT, direction],
        [TITLE, direction],
        [ID, direction],
      ];
    case 'fileSize':
      return withMissingLast(FILE_SIZE, direction);
    case 'pageCount':
      return withMissingLast(PAGE_COUNT, direction);
    case 'userRating':
      return withMissingLast(OWN_RATING, direction);
    case 'communityRating':
      return withMissingLast(ratingIn('seriesRating'), direction);
    case 'externalRating':
      return withMissingLast(ratingIn('externalRating'), direction);
    case 'relevance':
      return byRank(rank, direction, [
        [TITLE, 'asc'],
        [ID, 'asc'],
      ]);
    default:
      return [
        [sql.ref('series.path'), direction],
        [ID, direction],
      ];
  }
}
