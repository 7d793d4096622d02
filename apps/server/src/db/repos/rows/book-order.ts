import type { BookSort } from '@lectern/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { slot } from '../../precompiled.ts';

export type Direction = 'asc' | 'desc';

/** One term of an `order by`. */
export type OrderTerm = readonly [expression: RawBuilder<unknown>, direction: Direction];

/** Orders a query by terms, for `$call`. */
export function inOrder(terms: readonly OrderTerm[]) {
  return <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): SelectQueryBuilder<DB, TB, Row> =>
    terms.reduce((ordered, [expression, direction]) => ordered.orderBy(expression, direction), query);
}

/** Columns that hold a value for every book and have an index: a page can begin at a key instead of counting rows. */
const KEY_COLUMNS = {
  title: 'book.sortKey',
  fileSize: 'book.fileSize',
  pageCount: 'book.pageCount',
  createdAt: 'book.createdAt',
  updatedAt: 'book.updatedAt',
} as const satisfies Partial<Record<BookSort, string>>;

type KeyedSort = keyof typeof KEY_COLUMNS;
export type KeyColumn = (typeof KEY_COLUMNS)[KeyedSort];

const ID = sql.ref('book.id');
const TITLE = sql.ref('book.sortKey');
const NUMBER = sql.ref('book.numberSort');

const SERIES = sql`(select "sortKey" from "series" where "series"."id" = ${sql.ref('book.seriesId')})`;
/** The day a book was released, over a query that also has `bookMetadata`. */
export const RELEASED = sql<
  number | null
>`${sql.ref('bookMetadata.year')} * 10000 + coalesce(${sql.ref('bookMetadata.month')}, 0) * 100
  + coalesce(${sql.ref('bookMetadata.day')}, 0)`;
/** The viewer of slot `userId` read it last, or it was added then. */
const READ = sql`coalesce((select "updatedAt" from "readProgress" where "readProgress"."bookId" = ${ID}
  and "readProgress"."userId" = ${slot('userId')}), ${sql.ref('book.createdAt')})`;

/** Puts rows without a value last, in both directions. */
export function nullsLast(expression: RawBuilder<unknown>): OrderTerm {
  return [sql`case when ${expression} is null then 1 else 0 end`, 'asc'];
}

/** Reading order inside a series: by number, those without one last, then by title; over any query that has `book`. */
export function seriesOrder(direction: Direction = 'asc'): readonly OrderTerm[] {
  return [nullsLast(NUMBER), [NUMBER, direction], [TITLE, direction], [ID, direction]];
}

/** The column of a sort whose pages can begin at a key; undefined for the others. */
export function keyColumn(sort: BookSort): KeyColumn | undefined {
  return isKeyed(sort) ? KEY_COLUMNS[sort] : undefined;
}

function isKeyed(sort: BookSort): sort is KeyedSort {
  return sort in KEY_COLUMNS;
}

/** Whether the terms of a sort need `bookMetadata` in the query, left-joined. */
export function needsMetadata(sort: BookSort): boolean {
  return sort === 'releaseDate';
}

/** Best first when descending; those alike as given. */
export function byRank(
  rank: RawBuilder<number> | undefined,
  direction: Direction,
  ties: readonly OrderTerm[],
): readonly OrderTerm[] {
  return rank === undefined ? ties : [[rank, direction === 'desc' ? 'asc' : 'desc'], ...ties];
}

/** Terms of a sort over a query that has `book`, without ties. @param rank of the sort by relevance, 0 best */
export function bookTerms(sort: BookSort, direction: Direction, rank?: RawBuilder<number>): readonly OrderTerm[] {
  const column = keyColumn(sort);
  if (column !== undefined) return [[sql.ref(column), direction]];
  switch (sort) {
    case 'number':
      return [nullsLast(NUMBER), [NUMBER, direction]];
    case 'series':
      return [[SERIES, direction]];
    case 'releaseDate':
      return [nullsLast(RELEASED), [RELEASED, direction]];
    case 'lastRead':
      return [[READ, direction]];
    case 'relevance':
      return byRank(rank, direction, [[TITLE, 'asc']]);
    default:
      return [[sql.ref('book.fileName'), direction]];
  }
}

/** Order of books that are alike by a sort. */
function bookTies(sort: BookSort, direction: Direction, rank?: RawBuilder<number>): readonly OrderTerm[] {
  switch (sort) {
    case 'number':
    case 'releaseDate':
      return [
        [TITLE, direction],
        [ID, direction],
      ];
    case 'series':
      return seriesOrder(direction);
    case 'relevance':
      return [...(rank === undefined ? [] : [[TITLE, 'asc'] as const]), [ID, 'asc']];
    default:
      return [[ID, direction]];
  }
}

/** Terms of a sort over a query that has `book`; ties break by id. @param rank of the sort by relevance, 0 best */
export function bookOrder(sort: BookSort, direction: Direction, rank?: RawBuilder<number>): readonly OrderTerm[] {
  return [...bookTerms(sort, direction, rank), ...bookTies(sort, direction, rank)];
}
