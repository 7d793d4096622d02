import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Results per kind below the field. */
const SHOWN = 4;

/** Search results by kind; an outdated request is cancelled. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', { q }],
    queryFn: async ({ signal }) => request('search', { query: { q, limit: SHOWN }, signal }),
    gcTime: 60_000,
  });
