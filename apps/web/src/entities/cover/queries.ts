import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import type { CoverOwner, GivenCover } from './cover-owner.ts';

/** What can be chosen beside the automatic cover, the newest first. */
export interface CoverList {
  readonly covers: readonly GivenCover[];
  /** The choice is kept, whatever a scan finds. */
  readonly coverLock: boolean;
}

/** The covers of a book or series; live updates refresh them by this same key. */
export const coversQuery = ({ kind, id }: Pick<CoverOwner, 'kind' | 'id'>) =>
  queryOptions({
    queryKey: kind === 'book' ? ['listBookCovers', { bookId: id }] : ['listSeriesCovers', { seriesId: id }],
    queryFn: async ({ signal }): Promise<CoverList> =>
      request(kind === 'book' ? 'listBookCovers' : 'listSeriesCovers', { params: { id }, signal }),
  });
