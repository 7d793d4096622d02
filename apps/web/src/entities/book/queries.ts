import { queryOptions } from '@tanstack/react-query';
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

interface RowScope {
  readonly libraryId?: string;
}

/** How many tiles a row of the home page holds. */
const ROW = 24;

type BookRow = 'listBooksInProgress' | 'listOnDeck' | 'listRecentlyAddedBooks';

/** The start of one of the book rows of the home page. */
export const bookRowQuery = (name: BookRow, scope: RowScope = {}) =>
  queryOptions({
    queryKey: [name, scope],
    queryFn: async ({ signal }) => request(name, { query: { pageSize: ROW, ...scope }, signal }),
  });

/** Pages of this many entries feed the endless grids. */
export const GRID_PAGE = 60;

/** One page of the books of a library, for an endless grid; `page` from 1. */
export const libraryBooksQuery = (libraryId: string, sort: string, page: number) =>
  queryOptions({
    queryKey: ['listBooks', { libraryId, sort, page }],
    queryFn: async ({ signal }) =>
      request('listBooks', { query: { libraryId, sort, page, pageSize: GRID_PAGE }, signal }),
  });

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
