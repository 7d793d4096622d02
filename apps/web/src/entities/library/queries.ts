import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** All libraries by name. */
export const librariesQuery = () =>
  queryOptions({
    queryKey: ['listLibraries'],
    queryFn: async ({ signal }) => (await request('listLibraries', { query: { pageSize: 500 }, signal })).data,
  });

export const libraryQuery = (libraryId: string) =>
  queryOptions({
    queryKey: ['getLibrary', { libraryId }],
    queryFn: async ({ signal }) => request('getLibrary', { params: { id: libraryId }, signal }),
  });
