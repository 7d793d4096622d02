import { queryOptions, useQuery } from '@tanstack/react-query';
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

/**
 * Whether files may be deleted with their books; used to hide controls.
 * @param libraryId of the book or series; any library without it
 */
export function useFileDeletion(libraryId?: string): boolean {
  const { data = [] } = useQuery(librariesQuery());
  return data.some(({ id, allowFileDeletion }) => allowFileDeletion && (libraryId === undefined || id === libraryId));
}
