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

/** Something about the live books of a series. */
function ofBooks(expression: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${expression} from "book" where "book"."seriesId" = ${ID} and "book"."deletedAt" is null)`;
}

/** When the viewer of slot `userId` last read in it; SQLite keeps the order of a cross join and begins with its books. */
const LAST_READ = sql`(select max("readProgress"."updatedAt") from "book" cross join "readProgress"
  where "book"."seriesId" = ${ID} and "book"."deletedAt" is null and "readProgress"."bookId" = "book"."id"
  and "readProgress"."userId" = ${slot('userId')})`;

const OWN_RATING = sql`(select "seriesRating"."rating" from "seriesRating"
  where "seriesRating"."seriesId" = ${ID} and "seriesRating"."userId" = ${slot('userId')})`;

const COMMUNITY_RATING = sql`(select avg("seriesRating"."rating") from "seriesRating"
  where "seriesRating"."seriesId" = ${ID} and ${COUNTED_RATING})`;

const EXTERNAL_RATING = sql`(select avg("externalRating"."rating") from "externalRating"
  where "externalRating"."seriesId" = ${ID})`;

function isKeyed(sort: SeriesSort): sort is KeyedSort {
  return sort in KEY_COLUMNS;
}

/** The column of a sort whose pages can begin at a key; undefined for the others. */
export function seriesKeyColumn(sort: SeriesSort): (typeof KEY_COLUMNS)[KeyedSort] | undefined {
  return isKeyed(sort) ? KEY_COLUMNS[sort] : undefined;
}

/** What other sorts go by; undefined for the one by path. */
const EXPRESSIONS: Readonly<Partial<Record<SeriesSort, RawBuilder<unknown>>>> = {
  year: sql.ref('series.year'),
  lastRead: LAST_READ,
  fileSize: ofBooks(sql`sum("book"."fileSize")`),
  pageCount: ofBooks(sql`sum("book"."pageCount")`),
  userRating: OWN_RATING,
  communityRating: COMMUNITY_RATING,
  externalRating: EXTERNAL_RATING,
};

/** Terms of a sort over a query that has `series`, without ties. @param rank of the sort by relevance, 0 best */
export function seriesTerms(sort: SeriesSort, direction: Direction, rank?: RawBuilder<number>): readonly OrderTerm[] {
  const column = seriesKeyColumn(sort);
  if (column !== undefined) return [[sql.ref(column), direction]];
  if (sort === 'bookCount') return [[ofBooks(sql`count(*)`), direction]];
  if (sort === 'relevance') return byRank(rank, direction, [[TITLE, 'asc']]);
  const expression = EXPRESSIONS[sort];
  return expression === undefined
    ? [[sql.ref('series.path'), direction]]
    : [nullsLast(expression), [expression, direction]];
}

/** Terms of a sort over a query that has `series`; ties break by title and id. @param rank 0 is best */
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
