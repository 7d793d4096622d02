import type { ListQuery } from '#entities/condition/list-query.ts';
import { request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';

/** Books or series that something is done with: by their ids, or as all that a list holds. */
export interface Picked {
  readonly kind: 'book' | 'series';
  readonly count: number;
  readonly of: { readonly ids: readonly string[] } | { readonly query: ListQuery };
}

/** "1 book", "3 series": what is picked, in words. */
export function pickedWords({ kind, count }: Pick<Picked, 'kind' | 'count'>): string {
  return kind === 'series' ? formatCount(count, 'series', 'series') : formatCount(count, 'book');
}

/** As many as one answer of a list holds. */
const PAGE = 500;

async function pageOf(kind: Picked['kind'], list: ListQuery, page: number) {
  const { fullTextSearch, condition, libraryId } = list;
  // an order that nothing changes while the pages are read
  const query = { page, pageSize: PAGE, sort: 'created_at,asc', ...(libraryId === undefined ? {} : { libraryId }) };
  const body = {
    ...(fullTextSearch === undefined ? {} : { fullTextSearch }),
    ...(condition === undefined ? {} : { condition }),
  };
  const name = kind === 'book' ? 'listFilteredBooks' : 'listFilteredSeries';
  return request(name, { query, body });
}

/** Ids of all that is picked, for requests that take nothing else. */
export async function idsOf({ kind, of }: Picked): Promise<readonly string[]> {
  if ('ids' in of) return of.ids;
  const ids = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, totalPages } = await pageOf(kind, of.query, page);
    for (const { id } of data) ids.add(id);
    pages = totalPages;
  }
  return [...ids];
}

/** Cuts ids into as many requests as they need. */
export function inChunks(ids: readonly string[], size: number): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size));
}
