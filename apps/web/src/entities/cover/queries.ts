import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import type { CoverTarget, GivenCover } from './cover-owner.ts';

/** What can be chosen beside the automatic cover, the newest first. */
export interface CoverList {
  readonly covers: readonly GivenCover[];
  /** The choice is kept, whatever a scan finds. */
  readonly coverLock: boolean;
}

/** What covers of lists do not say: they are pictures that were sent, and no scan touches them. */
const SENT = { page: null, fromBookId: null, coverPlaceholder: null } as const;

/** The covers of a book, series or list; live updates refresh them by this same key. */
export const coversQuery = (owner: CoverTarget) =>
  queryOptions({
    queryKey: keyOf(owner),
    queryFn: async ({ signal }): Promise<CoverList> => {
      const asked = { params: { id: owner.id }, signal };
      if (owner.kind !== 'list') {
        return request(owner.kind === 'book' ? 'listBookCovers' : 'listSeriesCovers', asked);
      }
      const isCollection = owner.shared.kind === 'collection';
      const { covers } = await request(isCollection ? 'listCollectionCovers' : 'listReadListCovers', asked);
      return { covers: covers.map((cover) => ({ ...cover, ...SENT })), coverLock: true };
    },
  });

function keyOf(owner: CoverTarget): readonly [string, Readonly<Record<string, string>>] {
  const { id } = owner;
  if (owner.kind !== 'list') {
    return owner.kind === 'book' ? ['listBookCovers', { bookId: id }] : ['listSeriesCovers', { seriesId: id }];
  }
  return owner.shared.kind === 'collection'
    ? ['listCollectionCovers', { collectionId: id }]
    : ['listReadListCovers', { readListId: id }];
}

/** The query of whatever shows the owner. */
export function ownerKey(owner: CoverTarget): readonly [string, Readonly<Record<string, string>>] {
  const { id } = owner;
  if (owner.kind !== 'list')
    return owner.kind === 'book' ? ['getBook', { bookId: id }] : ['getSeries', { seriesId: id }];
  return owner.shared.kind === 'collection'
    ? ['getCollection', { collectionId: id }]
    : ['getReadList', { readListId: id }];
}
