import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Name, version, address, and what the server offers: what anybody may know. */
export const serverInfoQuery = () =>
  queryOptions({
    queryKey: ['getServerInfo'],
    queryFn: async ({ signal }) => request('getServerInfo', { signal }),
  });

/** What the server runs on and what it holds, for administrators. */
export const systemInfoQuery = () =>
  queryOptions({
    queryKey: ['getSystemInfo'],
    queryFn: async ({ signal }) => request('getSystemInfo', { signal }),
  });
