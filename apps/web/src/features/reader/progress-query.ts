import { request } from '#lib/api.ts';

/** Where the reader left off, asked for anew at every opening: it may have been on another device a minute ago. */
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
