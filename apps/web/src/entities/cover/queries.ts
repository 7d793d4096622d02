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

const COVER_ROUTES = {
  book: 'listBookCovers',
  series: 'listSeriesCovers',
  collection: 'listCollectionCovers',
  readList: 'listReadListCovers',
} as const;

export const coversQuery = (owner: CoverTarget) =>
  queryOptions({
    queryKey: keyFor(owner, COVER_ROUTES),
    queryFn: async ({ signal }): Promise<CoverList> => {
      const asked = { params: { id: owner.id }, signal };
      if (owner.kind !== 'list') {
        return request(COVER_ROUTES[owner.kind], asked);
      }
      const { covers } = await request(COVER_ROUTES[owner.shared.kind], asked);
      return { covers: covers.map((cover) => ({ ...cover, ...SENT })), coverLock: true };
    },
  });

/** Key of the query that loads the owner itself. */
export function ownerKey(owner: CoverTarget) {
  return keyFor(owner, { book: 'getBook', series: 'getSeries', collection: 'getCollection', readList: 'getReadList' });
}

function keyFor(owner: CoverTarget, names: Readonly<Record<keyof typeof COVER_ROUTES, string>>) {
  const kind = owner.kind === 'list' ? owner.shared.kind : owner.kind;
  return [names[kind], { [`${kind}Id`]: owner.id }] as const;
}
