import type { Granularity } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Days, inclusive, as `2026-01-31`, and the length of a period. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
  readonly granularity: Granularity;
}

/** Days follow the browser's time zone. */
function timezone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Reading of the user in a range. No event covers it, so every mount refetches. */
export const readingStatsQuery = ({ from, to, granularity }: DayRange) =>
  queryOptions({
    queryKey: ['getReadingStats', { from, to, granularity }],
    queryFn: async ({ signal }) =>
      request('getReadingStats', { query: { from, to, granularity, timezone: timezone() }, signal }),
    staleTime: 0,
  });

/** Today, this year and the current streak. */
export const readingOverviewQuery = () =>
  queryOptions({
    queryKey: ['getReadingOverview'],
    queryFn: async ({ signal }) => request('getReadingOverview', { query: { timezone: timezone() }, signal }),
    staleTime: 0,
  });

/** Totals of all users in a range. */
export const serverStatsQuery = ({ from, to, granularity }: DayRange) =>
  queryOptions({
    queryKey: ['getServerReadingStats', { from, to, granularity }],
    queryFn: async ({ signal }) =>
      request('getServerReadingStats', { query: { from, to, granularity, timezone: timezone() }, signal }),
    staleTime: 0,
  });

const SESSIONS_PAGE = 20;

/** Sessions of the user, newest first; `page` from 1. */
export const sessionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['listReadingSessions', { page }],
    queryFn: async ({ signal }) => request('listReadingSessions', { query: { page, pageSize: SESSIONS_PAGE }, signal }),
    staleTime: 0,
  });
