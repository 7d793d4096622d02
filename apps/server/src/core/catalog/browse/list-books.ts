import { type Book, BOOK_SORT_FIELDS } from '@lectern/contract';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import { parseListSort } from '#core/rules/filters/parse-sort.ts';
import type { Viewer } from '#core/viewer.ts';
import { askedAtOnce, type BookRange, pickBooks, type PickedBook } from '#db/repos/catalog/pick-books.repo.ts';
import { type BookFilter, bookListName } from '#db/repos/catalog/book-filter.ts';
import { countBooks } from '#db/repos/catalog/count-books.repo.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { type BookStep, isBookSort, onlyStep, type Steps } from '#db/repos/catalog/step-order.ts';
import { keyColumn } from '#db/repos/rows/book-order.ts';
import type { Chosen } from '../search/choose-by-text.ts';
import { type BooksMatching, withBooks } from '../search/match-books.ts';
import type { PickedPage } from './filtered-lists.ts';
import type { ListContext } from './list-context.ts';
import { pickFilteredBooks } from './pick-filtered-books.ts';

/** A request for books, as the contract has it. */
export interface BooksWanted extends PageWanted, BooksMatching {
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
  /** Several sort fields, instead of `sort`. */
  readonly steps?: Steps<BookStep> | undefined;
}

/** Books, filtered and sorted; by default by title, or in reading order within one series. @throws {AppError} `BadRequest` */
export async function listBooks(ctx: ListContext, viewer: Viewer, wanted: BooksWanted): Promise<Listed<Book>> {
  const fallback = { field: wanted.seriesId === undefined ? 'title' : 'number', direction: 'asc' } as const;
  const only = onlyStep(wanted.steps);
  const isPlain = only !== undefined && isBookSort(only);
  const { field: sort, direction } = isPlain ? only : parseListSort(wanted, BOOK_SORT_FIELDS, fallback);
  const steps = isPlain ? undefined : wanted.steps;
  const { ids, total, books } = await withBooks(ctx, viewer, wanted, {
    run: async (chosen) =>
      pickPage(ctx, viewer, chosen, { sort, direction, steps, rank: chosen.rank, ...toSlice(wanted) }),
    hasFound: (found) => found.total > 0,
  });
  return { rows: books ?? (await findBooksById(ctx.db.read, viewer, ids)), total };
}

interface FoundPage {
  readonly ids: string[];
  /** When the query read them too. */
  readonly books?: Book[];
  readonly first: { readonly id: string; readonly key?: PickedBook['key'] | undefined } | undefined;
}

async function findPage({ db }: ListContext, viewer: Viewer, filter: BookFilter, range: BookRange): Promise<FoundPage> {
  const atOnce = askedAtOnce(db, viewer, filter, range);
  if (atOnce !== undefined) {
    const { books, firstKey: key } = await atOnce();
    const ids = books.map(({ id }) => id);
    return { ids, books, first: ids[0] === undefined ? undefined : { id: ids[0], key } };
  }
  // Without an index for the order, the query reads all books of the list.
  const isShort = keyColumn(range.sort) !== undefined || filter.seriesId !== undefined;
  const picked = await pickBooks(isShort ? db.read : db.readHeavy, viewer, filter, range);
  return { ids: picked.map(({ id }) => id), first: picked[0] };
}

async function pickPage(
  ctx: ListContext,
  viewer: Viewer,
  chosen: Chosen<BookFilter>,
  range: BookRange,
): Promise<PickedPage & { readonly books?: Book[] }> {
  const { filter } = chosen;
  if (range.steps !== undefined || (filter.where ?? []).length > 0) {
    return pickFilteredBooks(ctx, viewer, chosen, range);
  }
  return ctx.lists.page(bookListName(viewer, filter, range.sort, range.direction), range.offset, {
    find: async (start) => findPage(ctx, viewer, filter, { ...range, start }),
    count: async () => countBooks(ctx.db.read, viewer, filter),
  });
}
