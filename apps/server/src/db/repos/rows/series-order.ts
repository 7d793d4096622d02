import type { SeriesSort } from '@lectern/contract';
import { type RawBuilder, sql } from 'kysely';
import { slot } from '../../precompiled.ts';
import { byRank, type Direction, nullsLast, type OrderTerm } from './book-order.ts';
import { COUNTED_RATING } from './ratings.repo.ts';

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
/** When the viewer of slot `userId` last read in it. From its books, not from everything read: a cross join is not turned round. */
const LAST_READ = sql`(select max("readProgress"."updatedAt") from "book" cross join "readProgress"
  where "book"."seriesId" = ${ID} and "book"."deletedAt" is null and "readProgress"."bookId" = "book"."id"
  and "readProgress"."userId" = ${slot('userId')})`;

/** What the viewer of slot `userId` thinks of it. */
const OWN_RATING = sql`(select "seriesRating"."rating" from "seriesRating"
  where "seriesRating"."seriesId" = ${ID} and "seriesRating"."userId" = ${slot('userId')})`;

/** The mean of what those think of it who may see it. */
const COMMUNITY_RATING = sql`(select avg("seriesRating"."rating") from "seriesRating"
  where "seriesRating"."seriesId" = ${ID} and ${COUNTED_RATING})`;

/** The mean of what is thought of it elsewhere. */
const EXTERNAL_RATING = sql`(select avg("externalRating"."rating") from "externalRating"
  where "externalRating"."seriesId" = ${ID})`;

function isKeyed(sort: SeriesSort): sort is KeyedSort {
  return sort in KEY_COLUMNS;
}

/** The column of a sort whose pages can begin at a key; undefined for the others. */
export function seriesKeyColumn(sort: SeriesSort): (typeof KEY_COLUMNS)[KeyedSort] | undefined {
  return isKeyed(sort) ? KEY_COLUMNS[sort] : undefined;
}

/** What a sort goes by beside the columns with an index; undefined for the one by path. */
const EXPRESSIONS: Readonly<Partial<Record<SeriesSort, RawBuilder<unknown>>>> = {
  year: YEAR,
  lastRead: LAST_READ,
  fileSize: FILE_SIZE,
  pageCount: PAGE_COUNT,
  userRating: OWN_RATING,
  communityRating: COMMUNITY_RATING,
  externalRating: EXTERNAL_RATING,
};

/**
 * What a sort goes by, over a query that has `series`, without what decides between those that are alike.
 * @param rank of the sort by relevance, 0 best; without it that is the one by title
 */
export function seriesTerms(sort: SeriesSort, direction: Direction, rank?: RawBuilder<number>): readonly OrderTerm[] {
  const column = seriesKeyColumn(sort);
  if (column !== undefined) return [[sql.ref(column), direction]];
  if (sort === 'bookCount') return [[BOOK_COUNT, direction]];
  if (sort === 'relevance') return byRank(rank, direction, [[TITLE, 'asc']]);
  const expression = EXPRESSIONS[sort];
  return expression === undefined
    ? [[sql.ref('series.path'), direction]]
    : [nullsLast(expression), [expression, direction]];
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
  const terms = seriesTerms(sort, direction, rank);
  if (sort === 'relevance') return [...terms, ...(rank === undefined ? [] : [[TITLE, 'asc'] as const]), [ID, 'asc']];
  const isOwnTie = seriesKeyColumn(sort) !== undefined || sort === 'path';
  return [...terms, ...(isOwnTie ? [] : [[TITLE, direction] as const]), [ID, direction]];
}
