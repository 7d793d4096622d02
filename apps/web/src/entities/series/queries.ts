import { queryOptions } from '@tanstack/react-query';
import type { SeriesList } from '#entities/condition/list-query.ts';
import { request } from '#lib/api.ts';

export const seriesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['getSeries', { seriesId }],
    queryFn: async ({ signal }) => request('getSeries', { params: { id: seriesId }, signal }),
  });

/** Volumes and gaps of the whole series. */
export const seriesOutlineQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['getSeriesOutline', { seriesId }],
    queryFn: async ({ signal }) => request('getSeriesOutline', { params: { id: seriesId }, signal }),
  });

/** Page size of the endless grid. */
export const SERIES_PAGE = 60;

/** One grid page of series; `page` from 1. The key holds the library, by which live updates find it. */
export const seriesListQuery = (list: SeriesList, page: number) =>
  queryOptions({
    queryKey: ['listSeries', { ...list, page }],
    queryFn: async ({ signal }) => fetchSeries(list, { page, pageSize: SERIES_PAGE, signal }),
  });

export const seriesCountQuery = (list: SeriesList) =>
  queryOptions({
    queryKey: ['listSeries', { ...list, count: true }],
    queryFn: async ({ signal }) => (await fetchSeries(list, { page: 1, pageSize: 1, signal })).total,
  });

interface Wanted {
  readonly page: number;
  readonly pageSize: number;
  readonly signal: AbortSignal;
}

async function fetchSeries(list: SeriesList, { signal, ...paging }: Wanted) {
  const { condition, fullTextSearch, libraryId, sort } = list;
  const query = {
    ...paging,
    ...(libraryId === undefined ? {} : { libraryId }),
    ...(sort === undefined ? {} : { sort }),
  };
  if (condition === undefined && fullTextSearch === undefined) return await request('listSeries', { query, signal });
  return await request('listFilteredSeries', { query, body: { condition, fullTextSearch }, signal });
}
