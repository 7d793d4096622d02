import { queryOptions } from '@tanstack/react-query';
import { buildAddress, request } from '#lib/api.ts';
import type { ReaderBook } from '../reader-props.ts';
import { type Publication, readPublication } from './publication.ts';

type PublishedBook = Pick<ReaderBook, 'id' | 'shareId'>;

async function fetchOwn(id: string, signal: AbortSignal): Promise<Publication> {
  const [manifest, positions] = await Promise.all([
    request('getBookManifest', { params: { id }, signal }),
    request('getBookPositions', { params: { id }, signal }),
  ]);
  return readPublication(manifest, positions, toAbsolute(buildAddress('getBookManifest', { id })));
}

async function fetchShared(params: { id: string; bookId: string }, signal: AbortSignal): Promise<Publication> {
  const [manifest, positions] = await Promise.all([
    request('getSharedManifest', { params, signal }),
    request('getSharedPositions', { params, signal }),
  ]);
  return readPublication(manifest, positions, toAbsolute(buildAddress('getSharedManifest', params)));
}

function toAbsolute(address: string): string {
  return new URL(address, location.origin).href;
}

/** Chapters, contents and positions of a book. */
export const publicationQuery = ({ id, shareId }: PublishedBook) =>
  queryOptions({
    queryKey: ['getBookManifest', { bookId: id, ...(shareId === undefined ? {} : { shareId }) }],
    queryFn: async ({ signal }) =>
      shareId === undefined ? fetchOwn(id, signal) : fetchShared({ id: shareId, bookId: id }, signal),
    staleTime: Infinity,
    meta: { expects401: shareId !== undefined },
  });
