import { plural } from '@lingui/core/macro';
import type { ListQuery } from '#entities/condition/list-query.ts';
import { request } from '#lib/api.ts';

/** Selected books or series: ids, or everything a list holds. */
export interface Picked {
  readonly kind: 'book' | 'series';
  readonly count: number;
  readonly of: { readonly ids: readonly string[] } | { readonly query: ListQuery };
}

/** Title of the dialogs that edit a selection. */
export function editTitle({ kind, count }: Pick<Picked, 'kind' | 'count'>): string {
  return kind === 'series'
    ? plural(count, { one: 'Edit # series', other: 'Edit # series' })
    : plural(count, { one: 'Edit # book', other: 'Edit # books' });
}

/** Page size limit of the API. */
const PAGE = 500;

async function fetchPage(kind: Picked['kind'], list: ListQuery, page: number) {
  const { fullTextSearch, condition, libraryId } = list;
  // a sort order that stays stable while pages are read
  const query = { page, pageSize: PAGE, sort: 'created_at,asc', ...(libraryId === undefined ? {} : { libraryId }) };
  const body = {
    ...(fullTextSearch === undefined ? {} : { fullTextSearch }),
    ...(condition === undefined ? {} : { condition }),
  };
  const name = kind === 'book' ? 'listFilteredBooks' : 'listFilteredSeries';
  return request(name, { query, body });
}

/** Resolves the selection to ids, for requests that take only ids. */
export async function fetchIds({ kind, of }: Picked): Promise<readonly string[]> {
  if ('ids' in of) return of.ids;
  const ids = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, totalPages } = await fetchPage(kind, of.query, page);
    for (const { id } of data) ids.add(id);
    pages = totalPages;
  }
  return [...ids];
}

/** Splits ids into request-sized chunks. */
export function inChunks(ids: readonly string[], size: number): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size));
}
