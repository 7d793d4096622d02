import type { COLLECTION_SORTS } from '@lectern/contract';

/** What the address of a collection may carry behind its question mark; anything else is dropped. */
export interface CollectionSearch {
  readonly sort?: (typeof COLLECTION_SORTS)[number];
}

const SORTS = ['manual', 'title', 'added', 'year'] as const satisfies readonly (typeof COLLECTION_SORTS)[number][];

export function readCollectionSearch(search: Readonly<Record<string, unknown>>): CollectionSearch {
  const sort = SORTS.find((one) => one === search['sort']);
  return sort === undefined ? {} : { sort };
}
