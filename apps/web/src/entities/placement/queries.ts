import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Why a book is in its series, and titled and numbered as it is. */
export const placementQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['getBookPlacement', { bookId }],
    queryFn: async ({ signal }) => request('getBookPlacement', { params: { id: bookId }, signal }),
  });
