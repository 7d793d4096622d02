import { queryOptions } from '@tanstack/react-query';
import type { BookList } from '#entities/condition/list-query.ts';
import { request } from '#lib/api.ts';
import { MOST_ROWS } from './list-all-books.ts';

export const bookQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['getBook', { bookId }],
    queryFn: async ({ signal }) => request('getBook', { params: { id: bookId }, signal }),
  });

/**
 * In reading order; empty until the book is analysed.
 * @param shareId the link through which the book is read
 */
export const bookPagesQuery = (bookId: string, shareId?: string) =>
  queryOptions({
    queryKey: ['listBookPages', { bookId, ...(shareId === undefined ? {} : { shareId }) }],
    queryFn: async ({ signal }) =>
      shareId === undefined
        ? request('listBookPages', { params: { id: bookId }, signal })
        : request('listSharedPages', { params: { id: shareId, bookId }, signal }),
    meta: { expects401: shareId !== undefined },
  });

export const adjacentBooksQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['getAdjacentBooks', { bookId }],
    queryFn: async ({ signal }) => request('getAdjacentBooks', { params: { id: bookId }, signal }),
  });

/** Page size of the endless grids. */
export const GRID_PAGE = 60;

/** One grid page of books; `page` from 1. The key holds the library, by which live updates find it. */
export const bookListQuery = (list: BookList, page: number) =>
  queryOptions({
    queryKey: ['listBooks', { ...list, page }],
    queryFn: async ({ signal }) => fetchBooks(list, { page, pageSize: GRID_PAGE, signal }),
  });

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

/** Books of a series in reading order, as many as one answer has, to find the next unread one. */
export const allSeriesBooksQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['listSeriesBooks', { seriesId, all: true }],
    queryFn: async ({ signal }) =>
      request('listSeriesBooks', { params: { id: seriesId }, query: { pageSize: MOST_ROWS }, signal }),
  });

/** Completed reads of this user, newest first. */
export const readHistoryQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['getBookReadHistory', { bookId }],
    queryFn: async ({ signal }) => request('getBookReadHistory', { params: { id: bookId }, signal }),
  });
