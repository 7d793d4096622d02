import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

export const placementQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['getBookPlacement', { bookId }],
    queryFn: async ({ signal }) => request('getBookPlacement', { params: { id: bookId }, signal }),
  });
