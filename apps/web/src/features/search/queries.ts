import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** So many of each kind stand below the field. */
const SHOWN = 4;

/** What a text finds, by kind; what nobody looks at any more is not waited for. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', { q }],
    queryFn: async ({ signal }) => request('search', { query: { q, limit: SHOWN }, signal }),
    gcTime: 60_000,
  });
