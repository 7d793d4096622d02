import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Books that cannot be read, by kind of fault; up to the 500 that one answer holds. */
export const faultyBooksQuery = () =>
  queryOptions({
    queryKey: ['listBooksWithErrors'],
    queryFn: async ({ signal }) => request('listBooksWithErrors', { query: { pageSize: 500 }, signal }),
  });

/** How many groups of duplicates are shown: more nobody looks through in one sitting. */
const GROUPS = 50;

/** Books whose files are the same, the largest groups first; those that were hidden are left out. */
export const duplicateBooksQuery = () =>
  queryOptions({
    queryKey: ['listDuplicates'],
    queryFn: async ({ signal }) => request('listDuplicates', { query: { pageSize: GROUPS }, signal }),
  });

/** Series that look like one and the same; those that were hidden are left out. */
export const duplicateSeriesQuery = () =>
  queryOptions({
    queryKey: ['listDuplicateSeries'],
    queryFn: async ({ signal }) => request('listDuplicateSeries', { query: { pageSize: GROUPS }, signal }),
  });
