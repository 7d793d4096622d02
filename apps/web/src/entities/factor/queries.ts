import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Milliseconds after which a page asks again at the earliest: the clock of the device may be fast. */
const LEAST_MS = 5_000;

/** The second factors of the user; asked again once a confirmation of this session has ended. */
export const factorsQuery = () =>
  queryOptions({
    queryKey: ['getFactors'],
    queryFn: async ({ signal }) => request('getFactors', { signal }),
    refetchInterval: ({ state }) => {
      const until = state.data?.confirmedUntil ?? null;
      return until === null ? false : Math.max(LEAST_MS, Date.parse(until) - Date.now());
    },
  });
