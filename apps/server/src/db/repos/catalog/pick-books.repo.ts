import type { BookSort } from '@lectern/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, ReadDb } from '../../open.ts';
import { runPrecompiled, slot } from '../../precompiled.ts';
import { bookOrder, type Direction, type KeyColumn, keyColumn, needsMetadata } from '../rows/book-order.ts';
import { listBookPage, type ListedPage } from '../rows/book-rows.ts';
import { type BookStep, bookStepOrder, type Steps, stepsNeedMetadata } from './step-order.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { filteredBooks, isWhole, shapeFor, type BookFilter } from './book-filter.ts';

/** In which order, and from where to where. */
export interface BookRange {
  readonly sort: BookSort;
  readonly direction: Direction;
  /** Several sorts, one after the other, instead of `sort`. */
  readonly steps?: Steps<BookStep> | undefined;
  readonly limit: number;
  readonly offset: number;
  /** A row whose place in the list is known: the database begins there and counts only the rows that remain. */
  readonly start?: RowPlace | undefined;
  /** How well each row is found, for the sort by relevance: 0 best. */
  readonly rank?: RawBuilder<number> | undefined;
}

/** Where a row stands in a list sorted by an indexed column. */
export interface RowPlace {
  readonly offset: number;
  readonly key: string | number;
  readonly id: string;
}

/** A book of a page; `key` is set for sorts that can begin at a row. */
export interface PickedBook {
  readonly id: string;
  readonly key?: string | number | null;
  /** Rows of all pages together, of a filter that says what is found. */
  readonly total?: number;
}

/**
 * The limit as part of the text, for usual pages of an indexed list; PostgreSQL plans a parameter for a tenth of all rows.
 */
function statedLimit(
  viewerScope: ViewerScope,
  filter: BookFilter,
  { sort, steps, limit, offset, start }: BookRange,
): number | undefined {
  if (steps !== undefined || keyColumn(sort) === undefined) return undefined;
  const isUsual = limit <= 100 && limit % 10 === 0 && offset === (start?.offset ?? 0);
  // By title an index has the books of each library, too.
  const least = sort === 'title' ? { ...filter, libraryId: undefined } : filter;
  return isUsual && isWhole(viewerScope, least) ? limit : undefined;
}

/** What is left of a list from the row on whose key and id are in slots. */
function startingAt(column: KeyColumn, direction: Direction): RawBuilder<SqlBool> {
  const later = direction === 'asc' ? sql`>=` : sql`<=`;
  return sql<SqlBool>`(${sql.ref(column)}, ${sql.ref('book.id')}) ${later} (${slot('key')}, ${slot('id')})`;
}

/** Ids of the books of one page. */
export async function pickBooks(db: ReadDb, viewerScope: ViewerScope, filter: BookFilter, range: BookRange) {
  const { sort, direction, steps, limit, offset, start, rank } = range;
  const column = steps === undefined ? keyColumn(sort) : undefined;
  const from = column === undefined ? undefined : start;
  const stated = statedLimit(viewerScope, filter, range);
  const name = `pick-books:${sort}:${direction}:${from === undefined ? '' : 'from'}:${stated ?? ''}`;
  const shape = steps === undefined ? shapeFor(name, viewerScope, filter) : undefined;
  const isJoined = steps === undefined ? needsMetadata(sort) : stepsNeedMetadata(steps);
  const values = {
    userId: viewerScope.userId,
    libraryId: filter.libraryId,
    seriesId: filter.seriesId,
    key: from?.key,
    id: from?.id,
    limit,
    offset: offset - (from?.offset ?? 0),
  };
  const build = () => {
    let query = filteredBooks(db, viewerScope, filter)
      .select('book.id')
      .$if(isJoined, (plain) => plain.leftJoin('bookMetadata', 'bookMetadata.bookId', 'book.id'));
    if (column !== undefined) query = query.select(`${column} as key`);
    // Looking for them once more, to count them, would take as long as finding the page.
    if (filter.found !== undefined) query = query.select(sql<number>`count(*) over ()`.as('total'));
    if (column !== undefined && from !== undefined) query = query.where(startingAt(column, direction));
    const known = filter.found === undefined ? rank : sql.ref<number>('found.rank');
    const terms = steps === undefined ? bookOrder(sort, direction, known) : bookStepOrder(steps, known);
    for (const [expression, way] of terms) query = query.orderBy(expression, way);
    if (stated !== undefined) return query.limit(sql.lit(stated));
    return query.limit(slot<number>('limit')).offset(slot<number>('offset'));
  };
  return runPrecompiled<PickedBook>(db, shape, values, build);
}

/**
 * One page in one statement, on PostgreSQL, where a statement costs as much as ten rows.
 * @returns undefined when ids must be picked first
 */
export function askedAtOnce(
  { kind, read }: Pick<Database, 'kind' | 'read'>,
  viewerScope: ViewerScope,
  filter: BookFilter,
  range: BookRange,
): (() => Promise<ListedPage>) | undefined {
  const { sort, direction, start } = range;
  const limit = statedLimit(viewerScope, filter, range);
  const key = keyColumn(sort);
  if (kind === 'sqlite' || limit === undefined || key === undefined) return undefined;
  const name = `list-page:${sort}:${direction}:${start === undefined ? '' : 'from'}:${limit}`;
  const order = bookOrder(sort, direction);
  const books = () => {
    let query = filteredBooks(read, viewerScope, filter);
    if (start !== undefined) query = query.where(startingAt(key, direction));
    for (const [expression, way] of order) query = query.orderBy(expression, way);
    return query.limit(sql.lit(limit));
  };
  const values = { libraryId: filter.libraryId, key: start?.key, id: start?.id };
  const shape = shapeFor(name, viewerScope, filter);
  return async () => listBookPage(read, viewerScope, { shape, values, books, order, key });
}
