import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** More than anybody keeps apart: where all of them are shown to be ticked. */
const ALL = 500;

/** Every sharing tag, by name. */
export const allSharingTagsQuery = () =>
  queryOptions({
    queryKey: ['listSharingTags', { all: true }],
    queryFn: async ({ signal }) => request('listSharingTags', { query: { pageSize: ALL }, signal }),
  });

/** A page of sharing tags. */
export const sharingTagsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['listSharingTags', { search, page }],
    queryFn: async ({ signal }) => request('listSharingTags', { query: { search, page, pageSize: 50 }, signal }),
  });

/** The sharing tags of a series. */
export const seriesSharingQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['listSeriesSharingTags', { seriesId }],
    queryFn: async ({ signal }) => request('listSeriesSharingTags', { params: { id: seriesId }, signal }),
  });
