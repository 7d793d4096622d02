import type { Release } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Filter of a release list; announced releases by default. */
export interface ReleasesWanted {
  readonly state?: Release['state'] | 'all';
  readonly seriesId?: string;
  readonly sourceId?: string;
  readonly libraryId?: string;
  readonly language?: string;
  /** Only releases whose series must be chosen by hand. */
  readonly ambiguous?: true;
}

const PAGE = 40;

/** One page grouped by series, newest first; `page` from 1. */
export const releasesQuery = (wanted: ReleasesWanted, page: number) =>
  queryOptions({
    queryKey: ['listReleases', { ...wanted, page }],
    queryFn: async ({ signal }) =>
      request('listReleases', { query: { ...asked(wanted), page, pageSize: PAGE, sort: 'series,asc' }, signal }),
  });

/** Number of releases by language, library and series. */
export const releaseFacetsQuery = (wanted: ReleasesWanted) =>
  queryOptions({
    queryKey: ['getReleaseFacets', { ...wanted }],
    queryFn: async ({ signal }) => request('getReleaseFacets', { query: asked(wanted), signal }),
  });

export const releaseCountQuery = (wanted: ReleasesWanted) =>
  queryOptions({
    queryKey: ['listReleases', { ...wanted, count: true }],
    queryFn: async ({ signal }) =>
      (await request('listReleases', { query: { ...asked(wanted), pageSize: 1 }, signal })).total,
  });

/** Whether any release source exists. */
export const releasesApplyQuery = () =>
  queryOptions({
    queryKey: ['getApplicability'],
    queryFn: async ({ signal }) => (await request('getApplicability', { query: {}, signal })).applicable,
    staleTime: 5 * 60_000,
  });

function asked({ ambiguous, ...wanted }: ReleasesWanted) {
  return ambiguous === true ? { ...wanted, ambiguous: 'true' as const } : wanted;
}

/** Page size limit of the API. */
const AT_ONCE = 500;

/** Matching releases, at most `most`. */
export async function fetchReleases(wanted: ReleasesWanted, most: number): Promise<readonly Release[]> {
  const found: Release[] = [];
  for (let page = 1; found.length < most; page += 1) {
    const { entries, totalPages } = await request('listReleases', {
      query: { ...asked(wanted), page, pageSize: AT_ONCE, sort: 'series,asc' },
    });
    found.push(...entries);
    if (page >= totalPages) break;
  }
  return found.slice(0, most);
}

export const trackingQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['getSeriesTracking', { seriesId }],
    queryFn: async ({ signal }) => request('getSeriesTracking', { params: { id: seriesId }, signal }),
  });

export const aliasesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['listSeriesAliases', { seriesId }],
    queryFn: async ({ signal }) => (await request('listSeriesAliases', { params: { id: seriesId }, signal })).aliases,
  });

export const releaseSourcesQuery = () =>
  queryOptions({
    queryKey: ['listReleaseSources'],
    queryFn: async ({ signal }) => (await request('listReleaseSources', { query: { pageSize: 500 }, signal })).data,
  });
