import type { COLLECTION_SORTS } from '@lectern/contract';

/** Search parameters of a collection page; unknown ones are dropped. */
export interface CollectionSearch {
  readonly sort?: (typeof COLLECTION_SORTS)[number];
}

const SORTS = ['manual', 'title', 'added', 'year'] as const satisfies readonly (typeof COLLECTION_SORTS)[number][];

export function readCollectionSearch(search: Readonly<Record<string, unknown>>): CollectionSearch {
  const sort = SORTS.find((one) => one === search['sort']);
  return sort === undefined ? {} : { sort };
}
