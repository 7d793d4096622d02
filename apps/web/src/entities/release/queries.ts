import type { Release } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Which releases a list holds: what is announced unless another state is asked for. */
export interface ReleasesWanted {
  readonly state?: Release['state'] | 'all';
  readonly seriesId?: string;
  readonly sourceId?: string;
  readonly libraryId?: string;
  readonly language?: string;
  /** Only those that wait for somebody to choose their series. */
  readonly ambiguous?: true;
}

/** Releases on a page of their list. */
const PAGE = 40;

/** One page of releases, those of a series together and the latest first; `page` from 1. */
export const releasesQuery = (wanted: ReleasesWanted, page: number) =>
  queryOptions({
    queryKey: ['listReleases', { ...wanted, page }],
    queryFn: async ({ signal }) =>
      request('listReleases', { query: { ...asked(wanted), page, pageSize: PAGE, sort: 'series,asc' }, signal }),
  });

/** How many of these there are of each language, library and series. */
export const releaseFacetsQuery = (wanted: ReleasesWanted) =>
  queryOptions({
    queryKey: ['getReleaseFacets', { ...wanted }],
    queryFn: async ({ signal }) => request('getReleaseFacets', { query: asked(wanted), signal }),
  });

/** How many releases of these there are, without them. */
export const releaseCountQuery = (wanted: ReleasesWanted) =>
  queryOptions({
    queryKey: ['listReleases', { ...wanted, count: true }],
    queryFn: async ({ signal }) =>
      (await request('listReleases', { query: { ...asked(wanted), pageSize: 1 }, signal })).total,
  });

/** Whether anything tells of releases at all. */
export const releasesApplyQuery = () =>
  queryOptions({
    queryKey: ['getApplicability'],
    queryFn: async ({ signal }) => (await request('getApplicability', { query: {}, signal })).applicable,
    staleTime: 5 * 60_000,
  });

function asked({ ambiguous, ...wanted }: ReleasesWanted) {
  return ambiguous === true ? { ...wanted, ambiguous: 'true' as const } : wanted;
}

/** So many releases are taken at once, which is what the server does in one go. */
const AT_ONCE = 500;

/** All releases that a filter finds, at most so many. */
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

/** Whether and how releases of a series are looked for. */
export const trackingQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['getSeriesTracking', { seriesId }],
    queryFn: async ({ signal }) => request('getSeriesTracking', { params: { id: seriesId }, signal }),
  });

/** Names that releases of a series go by. */
export const aliasesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['listSeriesAliases', { seriesId }],
    queryFn: async ({ signal }) => (await request('listSeriesAliases', { params: { id: seriesId }, signal })).aliases,
  });

/** Where releases come from, for administrators. */
export const releaseSourcesQuery = () =>
  queryOptions({
    queryKey: ['listReleaseSources'],
    queryFn: async ({ signal }) => (await request('listReleaseSources', { query: { pageSize: 500 }, signal })).data,
  });
