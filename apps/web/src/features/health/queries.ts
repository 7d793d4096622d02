import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Books that cannot be read, by kind of fault; the first hundred. */
export const faultyBooksQuery = () =>
  queryOptions({
    queryKey: ['listBooksWithErrors'],
    queryFn: async ({ signal }) => request('listBooksWithErrors', { query: { pageSize: 100 }, signal }),
  });
