import type { Listed, PageWanted } from '#core/page.ts';
import { type Book, BOOK_SORT_FIELDS } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { keyColumn } from '#db/repos/rows/book-order.ts';
import {
  askedAtOnce,
  type BookFilter,
  bookListName,
  type BookRange,
  countBooks,
  findBooksById,
  pickBooks,
  type PickedBook,
} from '#db/repos/catalog/books.repo.ts';
import { isAmong, listFoundIds } from '#db/filters/found-ids.repo.ts';
import { listSearchMarks } from '#db/search/search-marks.repo.ts';
import { type BookStep, isBookSort, onlyStep, type Steps } from '#db/repos/catalog/step-order.ts';
import type { Chosen } from '../search/choose-rows.ts';
import type { ClauseCache } from '../search/clause-cache.ts';
import { type BooksMatching, withBooks } from '../search/match-condition.ts';
import type { Viewer } from '#core/viewer.ts';
import { findCommonText, textListOf } from './common-texts.ts';
import type { CatalogState, FilteredList, FilteredLists, PickedPage } from './filtered-lists.ts';
import type { ListCache } from './list-cache.ts';
import { parseListSort } from '#core/rules/filters/parse-sort.ts';

/** What reading a list of the catalog takes. */
export interface ListContext {
  readonly db: Database;
  readonly lists: ListCache;
  readonly filtered: FilteredLists;
  readonly parts: ClauseCache;
}

/** A request for books, as the contract gives it. */
export interface BooksWanted extends PageWanted, BooksMatching {
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
  /** Things to sort by in turn, instead of `sort`. */
  readonly steps?: Steps<BookStep> | undefined;
}

function idsOf(rows: readonly PickedBook[]): string[] {
  return rows.map(({ id }) => id);
}

/**
 * Books, filtered and sorted: by title unless asked otherwise, and in reading order when they are those of one series.
 * @throws {AppError} `BadRequest` for a sort or a condition that is none
 */
export async function listBooks(ctx: ListContext, viewer: Viewer, wanted: BooksWanted): Promise<Listed<Book>> {
  const { page, pageSize, seriesId } = wanted;
  const fallback = { field: seriesId === undefined ? 'title' : 'number', direction: 'asc' } as const;
  const only = onlyStep(wanted.steps);
  const isPlain = only !== undefined && isBookSort(only);
  const { field: sort, direction } = isPlain ? only : parseListSort(wanted, BOOK_SORT_FIELDS, fallback);
  const steps = isPlain ? undefined : wanted.steps;
  const { ids, total, books } = await withBooks(ctx, viewer, wanted, {
    run: async (chosen) => {
      const { rank } = chosen;
      const range = { sort, direction, steps, rank, limit: pageSize, offset: (page - 1) * pageSize };
      return pickPage(ctx, viewer, chosen, range);
    },
    hasFound: (found) => found.total > 0,
  });
  return { rows: books ?? (await findBooksById(ctx.db.read, viewer, ids)), total };
}

/** The filter as it is: a text finds its books first, unless they are those of one series. */
function whole({ filter, parts = [] }: Chosen<BookFilter>): BookFilter {
  const text = parts.find(({ search }) => search !== undefined);
  if (text?.search === undefined) return filter;
  const where = parts.filter((part) => part !== text).map((part) => part.where);
  if (filter.seriesId !== undefined) return { ...filter, where: [...where, text.search.holds] };
  return { ...filter, where, found: text.search.rankedIds };
}

/** As little of the filter as has to be asked for besides what is known of its parts. */
async function narrow({ db, parts: known }: ListContext, chosen: Chosen<BookFilter>): Promise<BookFilter> {
  const { filter, parts = [] } = chosen;
  if (parts.length < 2) return whole(chosen);
  const dear = parts.flatMap(({ name, where: plain, search, dear: part }) => {
    if (part === undefined) return [];
    const { ids, isDenied } = part;
    // What is asked for besides is asked of few.
    const where = search?.holds ?? plain;
    return [{ name, where, isDenied, list: async (most: number) => listFoundIds(db.readHeavy, db.kind, ids, most) }];
  });
  const narrowed = await known.narrow(dear);
  if (narrowed === undefined) return whole(chosen);
  const rest = parts.filter(({ dear: part }) => part === undefined);
  const where = [...rest, ...narrowed.left].map((part) => part.where);
  return { ...filter, where: [isAmong(db.kind, narrowed.ids), ...where] };
}

/** How the rows of a list are found. */
type ListWay = Pick<FilteredList, 'pick' | 'count'>;

/** What decides a list of a text: the catalog, and what the index of search has of it by now. */
function catalogState({ db, lists }: ListContext): CatalogState {
  return {
    changes: () => lists.changes(),
    isSettled: async () => (await listSearchMarks(db.read, 1)).length === 0,
  };
}

/** Ids of a page of a list that a filter makes. */
async function pickFiltered(
  ctx: ListContext,
  viewer: Viewer,
  chosen: Chosen<BookFilter>,
  range: BookRange,
): Promise<PickedPage> {
  const { readHeavy } = ctx.db;
  const { sort, direction, steps = null } = range;
  let narrowed: Promise<BookFilter> | undefined;
  const filter = async (): Promise<BookFilter> => (narrowed ??= narrow(ctx, chosen));
  const plain: ListWay = {
    pick: async (slice) => {
      const rows = await pickBooks(readHeavy, viewer, await filter(), { ...range, ...slice });
      return { ids: idsOf(rows), total: rows[0]?.total };
    },
    count: async () => countBooks(readHeavy, viewer, await filter()),
  };
  const text = textListOf(viewer, chosen, range);
  const find = async (): Promise<ListWay> =>
    text === undefined ? plain : ((await findCommonText(ctx.db, text)) ?? plain);
  let found: Promise<ListWay> | undefined;
  const way = async (): Promise<ListWay> => (found ??= find());
  const name = JSON.stringify([
    bookListName(viewer, chosen.filter, sort, direction),
    viewer.userId,
    chosen.name,
    steps,
  ]);
  return ctx.filtered.page(
    {
      ...{ name, pick: async (slice) => (await way()).pick(slice), count: async () => (await way()).count() },
      catalog: text === undefined ? undefined : catalogState(ctx),
    },
    range,
  );
}

/** Ids of a page, and its books where they were found by the way. */
interface ShownPage extends PickedPage {
  readonly books?: Book[];
}

/** What a page of a list without conditions holds, and what its first book is sorted by. */
async function findPage(
  { db }: ListContext,
  viewer: Viewer,
  filter: BookFilter,
  range: BookRange,
): Promise<Omit<ShownPage, 'total'> & { readonly firstKey?: PickedBook['key'] }> {
  const atOnce = askedAtOnce(db, viewer, filter, range);
  if (atOnce !== undefined) {
    const { books, firstKey } = await atOnce();
    return { ids: books.map(({ id }) => id), books, firstKey };
  }
  // Where no index has the order, all books of the list are looked at.
  const isShort = keyColumn(range.sort) !== undefined || filter.seriesId !== undefined;
  const picked = await pickBooks(isShort ? db.read : db.readHeavy, viewer, filter, range);
  return { ids: idsOf(picked), firstKey: picked[0]?.key };
}

/** A page; what was learnt about the list before helps. */
async function pickPage(
  ctx: ListContext,
  viewer: Viewer,
  chosen: Chosen<BookFilter>,
  range: BookRange,
): Promise<ShownPage> {
  const { filter } = chosen;
  const { sort, direction, offset } = range;
  const isSpecial = range.steps !== undefined || (filter.where ?? []).length > 0;
  if (isSpecial) return pickFiltered(ctx, viewer, chosen, range);
  const list = bookListName(viewer, filter, sort, direction);
  const version = ctx.lists.version();
  const start = ctx.lists.nearest(list, offset);
  const fromStart = { ...range, start };
  const [{ firstKey, ...page }, total] = await Promise.all([
    findPage(ctx, viewer, filter, fromStart),
    ctx.lists.total(list, async () => countBooks(ctx.db.read, viewer, filter)),
  ]);
  const [id] = page.ids;
  if (id !== undefined && firstKey !== undefined && firstKey !== null)
    ctx.lists.learn(list, { offset, key: firstKey, id }, version);
  return { ...page, total };
}
