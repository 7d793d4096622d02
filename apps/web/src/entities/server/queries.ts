import type { MetricsRange } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Name, address, and what the server offers: what anybody may know. */
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

/** What the server process has done since it started, and how it is. */
export const metricsQuery = () =>
  queryOptions({
    queryKey: ['getMetrics'],
    queryFn: async ({ signal }) => request('getMetrics', { signal }),
    staleTime: 0,
  });

/** What it did in equal steps of time: ten minutes by 5 seconds, or a day by the minute. */
export const metricsHistoryQuery = (range: MetricsRange) =>
  queryOptions({
    queryKey: ['getMetricsHistory', { range }],
    queryFn: async ({ signal }) => request('getMetricsHistory', { query: { range }, signal }),
    staleTime: 0,
  });
