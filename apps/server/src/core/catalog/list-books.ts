import { type Book, BOOK_SORT_FIELDS } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import {
  type BookFilter,
  bookListName,
  type BookRange,
  countBooks,
  findBooksById,
  pickBooks,
  type PickedBook,
  type RowPlace,
} from '#db/repos/books.repo.ts';
import type { Chosen } from '../filters/choose-rows.ts';
import { chooseBooks, type FilterWanted } from '../filters/match-books.ts';
import type { Viewer } from '../viewer.ts';
import type { ListCache } from './list-cache.ts';
import { parseListSort } from './parse-list-sort.ts';

/** What reading a list of the catalog takes. */
export interface ListContext {
  readonly db: Database;
  readonly lists: ListCache;
}

/** Which page of a list: both count from 1, and are in range. */
export interface PageWanted {
  readonly page: number;
  readonly pageSize: number;
}

/** One page of rows, and how many rows all pages have together. */
export interface Listed<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** A request for books, as the contract gives it. */
export interface BooksWanted extends PageWanted, FilterWanted {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly includeDeleted?: boolean | undefined;
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
}

function placeOf(row: PickedBook | undefined, offset: number): RowPlace | undefined {
  if (row?.key === undefined || row.key === null) return undefined;
  return { offset, key: row.key, id: row.id };
}

/**
 * Books, filtered and sorted: by title unless asked otherwise, and in reading order when they are those of one series.
 * @throws {AppError} `BadRequest` for a sort or a condition that is none
 */
export async function listBooks(ctx: ListContext, viewer: Viewer, wanted: BooksWanted): Promise<Listed<Book>> {
  const { page, pageSize, seriesId } = wanted;
  const fallback = { field: seriesId === undefined ? 'title' : 'number', direction: 'asc' } as const;
  const order = parseListSort(wanted, BOOK_SORT_FIELDS, fallback);
  const chosen = await chooseBooks(ctx, viewer, wanted);
  const { field: sort, direction } = order;
  const range = { sort, direction, rank: chosen.rank, limit: pageSize, offset: (page - 1) * pageSize };
  const { ids, total } = await pickPage(ctx, viewer, chosen, range);
  return { rows: await findBooksById(ctx.db.read, viewer, ids), total };
}

/** Ids of a page; what was learnt about the list before helps, unless a filter makes it one of its own. */
async function pickPage(
  ctx: ListContext,
  viewer: Viewer,
  { filter, total: counted }: Chosen<BookFilter>,
  range: BookRange,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const { sort, direction, offset } = range;
  if (filter.where !== undefined && filter.where.length > 0) {
    const [rows, total] = await Promise.all([
      pickBooks(ctx.db.read, viewer, filter, range),
      counted ?? countBooks(ctx.db.read, viewer, filter),
    ]);
    return { ids: rows.map(({ id }) => id), total };
  }
  const list = bookListName(viewer, filter, sort, direction);
  const version = ctx.lists.version();
  const start = ctx.lists.nearest(list, offset);
  const [picked, total] = await Promise.all([
    pickBooks(ctx.db.read, viewer, filter, { ...range, start }),
    ctx.lists.total(list, async () => countBooks(ctx.db.read, viewer, filter)),
  ]);
  const first = placeOf(picked[0], offset);
  if (first !== undefined) ctx.lists.learn(list, first, version);
  return { ids: picked.map(({ id }) => id), total };
}
