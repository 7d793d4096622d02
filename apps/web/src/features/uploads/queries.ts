import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

export const UPLOADS_KEY = 'listUploads';

/** Own uploads of earlier visits that are not complete. */
export const uploadsQuery = (libraryId: string) =>
  queryOptions({
    queryKey: [UPLOADS_KEY, { libraryId }],
    queryFn: async ({ signal }) => (await request('listUploads', { params: { id: libraryId }, signal })).uploads,
  });
