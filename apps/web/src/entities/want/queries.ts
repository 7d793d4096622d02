import type { WantedItem } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Sort orders; `custom` is the manual one. */
export type WantedOrder = 'newest' | 'oldest' | 'custom';

export const WANTED_PAGE = 60;

/** One page of the want-to-read list; `page` from 1. */
export const wantedQuery = (sort: WantedOrder, page: number) =>
  queryOptions({
    queryKey: ['listWantToRead', { sort, page }],
    queryFn: async ({ signal }) => request('listWantToRead', { query: { sort, page, pageSize: WANTED_PAGE }, signal }),
  });

/** Title and link of an entry. */
export function getWantedTitle({ series, book }: Pick<WantedItem, 'series' | 'book'>): string {
  return series?.title ?? book?.title ?? '';
}

/** Reorders entries among the positions they occupy. */
export async function orderWanted(entryIds: readonly string[]): Promise<void> {
  await request('orderWantToRead', { body: { entryIds: [...entryIds] } });
}
