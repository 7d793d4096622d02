import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Subfolders on the server; without a path, the suggested start folder. */
export const foldersQuery = (path: string | undefined) =>
  queryOptions({
    queryKey: ['browseFolders', { path }],
    queryFn: async ({ signal }) => request('browseFolders', { query: path === undefined ? {} : { path }, signal }),
    staleTime: 5000,
  });

/** Roots: the drives of a Windows server, else `/`. */
export const drivesQuery = () =>
  queryOptions({
    queryKey: ['listDrives'],
    queryFn: async ({ signal }) => request('listDrives', { signal }),
  });
