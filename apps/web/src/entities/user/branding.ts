import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

export const brandingQuery = () =>
  queryOptions({
    queryKey: ['getBranding'],
    queryFn: async ({ signal }) => request('getBranding', { signal }),
  });
