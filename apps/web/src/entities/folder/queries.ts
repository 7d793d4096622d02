import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Folders of the server below a path; without one, where a person would start, with suggestions. */
export const foldersQuery = (path: string | undefined) =>
  queryOptions({
    queryKey: ['browseFolders', { path }],
    queryFn: async ({ signal }) => request('browseFolders', { query: path === undefined ? {} : { path }, signal }),
    staleTime: 5000,
  });

/** Where browsing can begin: the drives of a Windows server, else the root. */
export const drivesQuery = () =>
  queryOptions({
    queryKey: ['listDrives'],
    queryFn: async ({ signal }) => request('listDrives', { signal }),
  });
