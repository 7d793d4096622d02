import { queryOptions } from '@tanstack/react-query';
import { buildAddress, request } from '#lib/api.ts';
import { readPublication } from './publication.ts';

/** Chapters, contents and positions of a book. */
export const publicationQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['getBookManifest', { bookId }],
    queryFn: async ({ signal }) => {
      const [manifest, positions] = await Promise.all([
        request('getBookManifest', { params: { id: bookId }, signal }),
        request('getBookPositions', { params: { id: bookId }, signal }),
      ]);
      const base = new URL(buildAddress('getBookManifest', { id: bookId }), location.origin);
      return readPublication(manifest, positions, base.href);
    },
    staleTime: Infinity,
  });
