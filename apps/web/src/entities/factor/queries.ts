import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** The second factors of the user. */
export const factorsQuery = () =>
  queryOptions({
    queryKey: ['getFactors'],
    queryFn: async ({ signal }) => request('getFactors', { signal }),
  });
