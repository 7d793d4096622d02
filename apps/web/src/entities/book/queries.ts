import { queryOptions } from '@tanstack/react-query';
import type { BookList } from '#entities/condition/list-query.ts';
import { request } from '#lib/api.ts';

/** One book with its metadata; live updates refresh it by this same key. */
export const bookQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['getBook', { bookId }],
    queryFn: async ({ signal }) => request('getBook', { params: { id: bookId }, signal }),
  });

/** The pages of a book in reading order; empty while it is not analysed. */
export const bookPagesQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['listBookPages', { bookId }],
    queryFn: async ({ signal }) => request('listBookPages', { params: { id: bookId }, signal }),
  });

/** The books before and after in the series. */
export const adjacentBooksQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['getAdjacentBooks', { bookId }],
    queryFn: async ({ signal }) => request('getAdjacentBooks', { params: { id: bookId }, signal }),
  });

/** Pages of this many entries feed the endless grids. */
export const GRID_PAGE = 60;

/** One page of the books that a grid lists; `page` from 1. Live updates find it by its library. */
export const bookListQuery = (list: BookList, page: number) =>
  queryOptions({
    queryKey: ['listBooks', { ...list, page }],
    queryFn: async ({ signal }) => fetchBooks(list, { page, pageSize: GRID_PAGE, signal }),
  });

/** How many books a query lists. */
export const bookCountQuery = (list: BookList) =>
  queryOptions({
    queryKey: ['listBooks', { ...list, count: true }],
    queryFn: async ({ signal }) => (await fetchBooks(list, { page: 1, pageSize: 1, signal })).total,
  });

interface Wanted {
  readonly page: number;
  readonly pageSize: number;
  readonly signal: AbortSignal;
}

async function fetchBooks(list: BookList, { signal, ...paging }: Wanted) {
  const { condition, fullTextSearch, libraryId, sort } = list;
  const query = {
    ...paging,
    ...(libraryId === undefined ? {} : { libraryId }),
    ...(sort === undefined ? {} : { sort }),
  };
  if (condition === undefined && fullTextSearch === undefined) return await request('listBooks', { query, signal });
  return await request('listFilteredBooks', { query, body: { condition, fullTextSearch }, signal });
}

/** One page of the books of a series in reading order; `page` from 1. */
export const seriesBooksQuery = (seriesId: string, page: number) =>
  queryOptions({
    queryKey: ['listSeriesBooks', { seriesId, page }],
    queryFn: async ({ signal }) =>
      request('listSeriesBooks', { params: { id: seriesId }, query: { page, pageSize: GRID_PAGE }, signal }),
  });

/** Every book of a series in reading order, up to the 500 that one answer holds, to find where reading goes on. */
export const allSeriesBooksQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['listSeriesBooks', { seriesId, all: true }],
    queryFn: async ({ signal }) =>
      request('listSeriesBooks', { params: { id: seriesId }, query: { pageSize: 500 }, signal }),
  });

/** Every time the reader finished a book, the last first. */
export const readHistoryQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['getBookReadHistory', { bookId }],
    queryFn: async ({ signal }) => request('getBookReadHistory', { params: { id: bookId }, signal }),
  });
