import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import type { CoverTarget, GivenCover } from './cover-owner.ts';

/** Alternative covers, newest first. */
export interface CoverList {
  readonly covers: readonly GivenCover[];
  /** A scan must not change the choice. */
  readonly coverLock: boolean;
}

/** List covers lack these fields: they are uploads, and scans never touch them. */
const SENT = { page: null, fromBookId: null, coverPlaceholder: null } as const;

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

/** Key of the query that loads the owner itself. */
export function ownerKey(owner: CoverTarget): readonly [string, Readonly<Record<string, string>>] {
  const { id } = owner;
  if (owner.kind !== 'list')
    return owner.kind === 'book' ? ['getBook', { bookId: id }] : ['getSeries', { seriesId: id }];
  return owner.shared.kind === 'collection'
    ? ['getCollection', { collectionId: id }]
    : ['getReadList', { readListId: id }];
}
