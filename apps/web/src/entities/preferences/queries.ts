import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

export const preferencesQuery = () =>
  queryOptions({
    queryKey: ['listPreferences'],
    queryFn: async ({ signal }) => request('listPreferences', { signal }),
  });
