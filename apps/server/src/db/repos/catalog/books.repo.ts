import type { Book, BookSort } from '@lectern/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { Predicate } from '../../filters/predicates.ts';
import type { Database, ReadDb } from '../../open.ts';
import { runPrecompiled, slot } from '../../precompiled.ts';
import {
  bookOrder,
  type Direction,
  type KeyColumn,
  keyColumn,
  needsMetadata,
  seriesOrder,
} from '../rows/book-order.ts';
import { findBooksById, listBookPage, type ListedPage } from '../rows/book-rows.ts';
import {
  type BookStep,
  bookStepOrder,
  type InitialCount,
  initialOf,
  type Steps,
  stepsNeedMetadata,
} from './step-order.ts';
import { type ViewerScope, visibilityShape, visibleBooks } from '../rows/visibility.ts';

export { findBooksById } from '../rows/book-rows.ts';
export type { Direction } from '../rows/book-order.ts';

/** Which books a list holds. */
export interface BookFilter {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly includeDeleted?: boolean;
  /** What else holds of them, as `bookCondition` makes it. */
  readonly where?: readonly Predicate[];
  /** Only those that it finds, and how well: pages then tell how many they are together. */
  readonly found?: RawBuilder<{ readonly id: string; readonly rank: number }> | undefined;
}

/** In which order, and from where to where. */
export interface BookRange {
  readonly sort: BookSort;
  readonly direction: Direction;
  /** Where it is sorted by several things in turn: instead of `sort`. */
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

/** Ids of a page with what they were sorted by; keys are there for sorts that can begin at a row. */
export interface PickedBook {
  readonly id: string;
  readonly key?: string | number | null;
  /** Rows of all pages together, of a filter that says what is found. */
  readonly total?: number;
}

function filteredBooks(db: ReadDb, viewerScope: ViewerScope, filter: BookFilter) {
  return visibleBooks(db, viewerScope, { includeDeleted: filter.includeDeleted ?? false, among: filter.found })
    .$if(filter.libraryId !== undefined, (query) => query.where('book.libraryId', '=', slot<string>('libraryId')))
    .$if(filter.seriesId !== undefined, (query) => query.where('book.seriesId', '=', slot<string>('seriesId')))
    .$if((filter.where?.length ?? 0) > 0, (query) => query.where((eb) => eb.and([...(filter.where ?? [])])));
}

/** Whether a filter has conditions of its own, with which its queries are compiled each time. */
function isSpecial({ where = [], found }: Pick<BookFilter, 'where' | 'found'>): boolean {
  return where.length > 0 || found !== undefined;
}

/** The shape of a query about a filter; undefined when it is like no other. */
function shapeFor(name: string, viewerScope: ViewerScope, filter: BookFilter): string | undefined {
  return isSpecial(filter) ? undefined : `${name}:${filterShape(viewerScope, filter)}`;
}

function filterShape(viewerScope: ViewerScope, filter: BookFilter): string {
  const visibility = visibilityShape(viewerScope, { includeDeleted: filter.includeDeleted ?? false });
  return `${visibility}:${filter.libraryId === undefined ? '' : 'library'}:${filter.seriesId === undefined ? '' : 'series'}`;
}

/** Names a list: two lists with one name hold the same books in the same order for every viewer. */
export function bookListName(
  viewerScope: ViewerScope,
  filter: BookFilter,
  sort: BookSort,
  direction: Direction,
): string {
  const shape = filterShape(viewerScope, filter);
  return `books:${shape}:${filter.libraryId ?? ''}:${filter.seriesId ?? ''}:${sort}:${direction}`;
}

/**
 * How many rows are asked for, where that belongs into the text of a query: a page that begins at a known row of a list that an
 * index has, whose text is the same for all, in a size that is usual. With any number for a limit PostgreSQL expects a tenth of
 * all rows, for which it makes a plan each time.
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
export async function pickBooks(
  db: ReadDb,
  viewerScope: ViewerScope,
  filter: BookFilter,
  range: BookRange,
): Promise<PickedBook[]> {
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
  return await runPrecompiled<PickedBook>(db, shape, values, build);
}

/**
 * The books of one page and what the first of them is sorted by, where PostgreSQL finds both in one statement: each costs it, and
 * the driver, about as much as ten rows.
 * @returns undefined of a page whose ids are to be picked first
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

/** Ids of the books of a list, by id: those after one. */
export async function listBookIds(
  db: ReadDb,
  viewerScope: ViewerScope,
  filter: BookFilter,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const values = { libraryId: filter.libraryId, seriesId: filter.seriesId };
  const rows = await runPrecompiled<{ readonly id: string }>(db, undefined, values, () =>
    filteredBooks(db, viewerScope, filter)
      .select('book.id')
      .where('book.id', '>', after)
      .orderBy('book.id')
      .limit(limit),
  );
  return rows.map(({ id }) => id);
}

/** How many books of a list begin with each character. */
export async function countBookInitials(
  db: ReadDb,
  viewerScope: ViewerScope,
  filter: BookFilter,
): Promise<InitialCount[]> {
  const values = { libraryId: filter.libraryId, seriesId: filter.seriesId };
  return await runPrecompiled<InitialCount>(db, shapeFor('book-initials', viewerScope, filter), values, () =>
    filteredBooks(db, viewerScope, filter)
      .select((eb) => [initialOf('book').as('initial'), eb.fn.countAll<number>().as('count')])
      .groupBy(initialOf('book')),
  );
}

/** Who sees everything. */
const EVERYONE: ViewerScope = { userId: '' };

/** Whether a list holds every live book. */
function isWhole(viewerScope: ViewerScope, filter: BookFilter): boolean {
  return !isSpecial(filter) && filterShape(viewerScope, filter) === filterShape(EVERYONE, {});
}

/**
 * Every live book: all of them without the deleted ones, which are few. SQLite counts a whole table by its pages, many times
 * faster than rows that a condition picks.
 */
async function countLive(db: ReadDb): Promise<number> {
  const rows = await runPrecompiled<{ readonly total: number; readonly gone: number }>(db, 'count-live', {}, () =>
    db.selectNoFrom((eb) => {
      const count = eb.selectFrom('book').select((of) => of.fn.countAll<number>().as('count'));
      // Every size: with a condition on it SQLite takes the index of the deleted ones, which is in that order.
      const gone = count.where('book.deletedAt', 'is not', null).where('book.fileSize', '>=', sql.lit(0));
      return [count.$asScalar().$notNull().as('total'), gone.$asScalar().$notNull().as('gone')];
    }),
  );
  return (rows[0]?.total ?? 0) - (rows[0]?.gone ?? 0);
}

/** How many books a list holds. */
export async function countBooks(db: ReadDb, viewerScope: ViewerScope, filter: BookFilter): Promise<number> {
  if (isWhole(viewerScope, filter)) return await countLive(db);
  const shape = shapeFor('count-books', viewerScope, filter);
  const values = { libraryId: filter.libraryId, seriesId: filter.seriesId };
  const rows = await runPrecompiled<{ readonly count: number }>(db, shape, values, () =>
    filteredBooks(db, viewerScope, filter).select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return rows[0]?.count ?? 0;
}

/** One book, soft-deleted ones included, or undefined when it is absent or hidden: the two must look the same. */
export async function findBook(db: ReadDb, viewerScope: ViewerScope, bookId: string): Promise<Book | undefined> {
  const [book] = await findBooksById(db, viewerScope, [bookId]);
  return book;
}

/** Where a book stands. */
export interface BookPlace {
  readonly id: string;
  readonly seriesId: string;
  readonly libraryId: string;
  readonly pageCount: number;
  readonly layout: string | null;
}

/** What a change of progress needs of a book, soft-deleted ones included. */
export async function findBookPlace(
  db: ReadDb,
  viewerScope: ViewerScope,
  bookId: string,
): Promise<BookPlace | undefined> {
  return await visibleBooks(db, viewerScope, { includeDeleted: true })
    .select(['book.id', 'book.seriesId', 'book.libraryId', 'book.pageCount', 'book.layout'])
    .where('book.id', '=', bookId)
    .executeTakeFirst();
}

/** The same for many books at once; those that are gone or hidden are left out. */
export async function listPlacesOf(
  db: ReadDb,
  viewerScope: ViewerScope,
  bookIds: readonly string[],
): Promise<BookPlace[]> {
  const places: BookPlace[] = [];
  for (const some of chunked(bookIds)) {
    const rows = await visibleBooks(db, viewerScope, { includeDeleted: true })
      .select(['book.id', 'book.seriesId', 'book.libraryId', 'book.pageCount', 'book.layout'])
      .where('book.id', 'in', some)
      .execute();
    places.push(...rows);
  }
  return places;
}

/** Ids of the live books of a series in reading order. */
export async function listSeriesOrder(db: ReadDb, viewerScope: ViewerScope, seriesId: string): Promise<string[]> {
  let query = visibleBooks(db, viewerScope).select('book.id').where('book.seriesId', '=', seriesId);
  for (const [expression, way] of seriesOrder()) query = query.orderBy(expression, way);
  const rows = await query.execute();
  return rows.map(({ id }) => id);
}

/** What serving the pages of a book needs: where the file is, and what it was when it was analysed. */
export interface BookFile {
  readonly id: string;
  readonly libraryId: string;
  readonly libraryPath: string;
  /** Relative to the library. */
  readonly path: string;
  readonly title: string;
  readonly fileFormat: string;
  readonly fileSize: number;
  readonly fileModifiedAt: number;
  /** Empty until computed. */
  readonly fileHash: string;
  readonly fingerprint: string | null;
  readonly state: string;
  readonly layout: string | null;
  readonly pageCount: number;
  readonly analyzedAt: number | null;
  readonly deletedAt: number | null;
}

/** The file of a book, soft-deleted ones included. */
export async function findBookFile(
  db: ReadDb,
  viewerScope: ViewerScope,
  bookId: string,
): Promise<BookFile | undefined> {
  const everything = { includeDeleted: true };
  const shape = `book-file:${visibilityShape(viewerScope, everything)}`;
  const rows = await runPrecompiled<BookFile>(db, shape, { bookId }, () =>
    visibleBooks(db, viewerScope, everything)
      .innerJoin('library', 'library.id', 'book.libraryId')
      .where('book.id', '=', slot<string>('bookId'))
      .select([
        'book.id',
        'book.libraryId',
        'library.path as libraryPath',
        'book.path',
        'book.title',
        'book.fileFormat',
        'book.fileSize',
        'book.fileModifiedAt',
        'book.fileHash',
        'book.fingerprint',
        'book.state',
        'book.layout',
        'book.pageCount',
        'book.analyzedAt',
        'book.deletedAt',
      ]),
  );
  return rows[0];
}
