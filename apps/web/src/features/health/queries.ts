import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Books that cannot be read, by kind of fault; up to the 500 that one answer holds. */
export const faultyBooksQuery = () =>
  queryOptions({
    queryKey: ['listBooksWithErrors'],
    queryFn: async ({ signal }) => request('listBooksWithErrors', { query: { pageSize: 500 }, signal }),
  });
