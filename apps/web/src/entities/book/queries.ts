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
