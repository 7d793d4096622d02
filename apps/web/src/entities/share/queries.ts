import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** What a link shares may end at any time. */
const LOOK_MS = 60_000;

/** Links of the user that can be opened. */
export const sharesQuery = () =>
  queryOptions({
    queryKey: ['listShares'],
    queryFn: async ({ signal }) => request('listShares', { signal }),
    staleTime: 0,
  });

/** Settings that every account may know. */
export const publicSettingsQuery = () =>
  queryOptions({
    queryKey: ['getPublicSettings'],
    queryFn: async ({ signal }) => request('getPublicSettings', { signal }),
  });

/** What an opened link shares. A 401 or 404 means that it has ended, or must be opened again. */
export const sharedItemQuery = (shareId: string) =>
  queryOptions({
    queryKey: ['getShared', { shareId }],
    queryFn: async ({ signal }) => request('getShared', { params: { id: shareId }, signal }),
    refetchInterval: LOOK_MS,
    meta: { expects401: true },
  });
