import type { MetricsRange } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Public information: name, address and features. */
export const serverInfoQuery = () =>
  queryOptions({
    queryKey: ['getServerInfo'],
    queryFn: async ({ signal }) => request('getServerInfo', { signal }),
  });

/** Environment and contents of the server; admins only. */
export const systemInfoQuery = () =>
  queryOptions({
    queryKey: ['getSystemInfo'],
    queryFn: async ({ signal }) => request('getSystemInfo', { signal }),
  });

export const metricsQuery = () =>
  queryOptions({
    queryKey: ['getMetrics'],
    queryFn: async ({ signal }) => request('getMetrics', { signal }),
    staleTime: 0,
  });

/** Metric history: ten minutes in steps of 5 seconds, or a day in minutes. */
export const metricsHistoryQuery = (range: MetricsRange) =>
  queryOptions({
    queryKey: ['getMetricsHistory', { range }],
    queryFn: async ({ signal }) => request('getMetricsHistory', { query: { range }, signal }),
    staleTime: 0,
  });
