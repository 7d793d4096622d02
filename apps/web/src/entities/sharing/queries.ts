import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Upper bound for pickers that show all tags. */
const ALL = 500;

export const allSharingTagsQuery = () =>
  queryOptions({
    queryKey: ['listSharingTags', { all: true }],
    queryFn: async ({ signal }) => request('listSharingTags', { query: { pageSize: ALL }, signal }),
  });

export const sharingTagsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['listSharingTags', { search, page }],
    queryFn: async ({ signal }) => request('listSharingTags', { query: { search, page, pageSize: 50 }, signal }),
  });

export const seriesSharingQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['listSeriesSharingTags', { seriesId }],
    queryFn: async ({ signal }) => request('listSeriesSharingTags', { params: { id: seriesId }, signal }),
  });
