import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** All preferences as the server holds them. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: ['listPreferences'],
    queryFn: async ({ signal }) => request('listPreferences', { signal }),
  });
