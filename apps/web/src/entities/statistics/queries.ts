import type { Granularity } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Days from one to another, both included, as `2026-01-31`, told in periods. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
  readonly granularity: Granularity;
}

/** The days that count are those of whoever looks. */
function timezone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What I read in these days. Nothing tells when it changes, so it is fetched anew with every look. */
export const readingStatsQuery = ({ from, to, granularity }: DayRange) =>
  queryOptions({
    queryKey: ['getReadingStats', { from, to, granularity }],
    queryFn: async ({ signal }) =>
      request('getReadingStats', { query: { from, to, granularity, timezone: timezone() }, signal }),
    staleTime: 0,
  });

/** What I read today and this year, and for how many days in a row. */
export const readingOverviewQuery = () =>
  queryOptions({
    queryKey: ['getReadingOverview'],
    queryFn: async ({ signal }) => request('getReadingOverview', { query: { timezone: timezone() }, signal }),
    staleTime: 0,
  });

/** How much all read together in these days. */
export const serverStatsQuery = ({ from, to, granularity }: DayRange) =>
  queryOptions({
    queryKey: ['getServerReadingStats', { from, to, granularity }],
    queryFn: async ({ signal }) =>
      request('getServerReadingStats', { query: { from, to, granularity, timezone: timezone() }, signal }),
    staleTime: 0,
  });

/** Sessions on a page of their list. */
const SESSIONS_PAGE = 20;

/** My reading sessions, the last first; `page` from 1. */
export const sessionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['listReadingSessions', { page }],
    queryFn: async ({ signal }) => request('listReadingSessions', { query: { page, pageSize: SESSIONS_PAGE }, signal }),
    staleTime: 0,
  });
