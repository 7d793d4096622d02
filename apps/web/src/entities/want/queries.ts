import type { WantedItem } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Orders of what somebody wants to read; `custom` is their own. */
export type WantedOrder = 'newest' | 'oldest' | 'custom';

/** Pages of this many entries feed the endless lists. */
export const WANTED_PAGE = 60;

/** One page of what the reader wants to read; `page` from 1. */
export const wantedQuery = (sort: WantedOrder, page: number, pageSize = WANTED_PAGE) =>
  queryOptions({
    queryKey: ['listWantToRead', { sort, page, pageSize }],
    queryFn: async ({ signal }) => request('listWantToRead', { query: { sort, page, pageSize }, signal }),
  });

/** What an entry is about, and where it leads. */
export function titleOfWanted({ series, book }: Pick<WantedItem, 'series' | 'book'>): string {
  return series?.title ?? book?.title ?? '';
}

/** Puts entries in this order, in the places that they have together. */
export async function orderWanted(entryIds: readonly string[]): Promise<void> {
  await request('orderWantToRead', { body: { entryIds: [...entryIds] } });
}
