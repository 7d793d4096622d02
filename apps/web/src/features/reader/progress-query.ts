import { request } from '#lib/api.ts';

/** Refetched at every opening, since another device may have read on. */
export const freshProgressQuery = (bookId: string) => ({
  queryKey: ['getProgress', { bookId }] as const,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await request('getProgress', { params: { id: bookId }, signal })) ?? null,
  staleTime: 0,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});
