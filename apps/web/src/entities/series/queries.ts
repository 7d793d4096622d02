import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** One series; live updates refresh it by this same key. */
export const seriesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['getSeries', { seriesId }],
    queryFn: async ({ signal }) => request('getSeries', { params: { id: seriesId }, signal }),
  });

/** The newest series, for the home page. */
export const newSeriesQuery = () =>
  queryOptions({
    queryKey: ['listRecentlyAddedSeries', {}],
    queryFn: async ({ signal }) => request('listRecentlyAddedSeries', { query: { pageSize: 24 }, signal }),
  });

/** Pages of this many entries feed the endless grid. */
export const SERIES_PAGE = 60;

/** One page of the series of a library, for an endless grid; `page` from 1. */
export const librarySeriesQuery = (libraryId: string, sort: string, page: number) =>
  queryOptions({
    queryKey: ['listSeries', { libraryId, sort, page }],
    queryFn: async ({ signal }) =>
      request('listSeries', { query: { libraryId, sort, page, pageSize: SERIES_PAGE }, signal }),
  });
