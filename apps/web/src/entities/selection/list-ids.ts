import type { Book, Series } from '@lectern/contract';
import { MOST_ROWS } from '#entities/book/list-all-books.ts';
import type { ListQuery } from '#entities/condition/list-query.ts';
import type { Ask } from '#entities/offline/ask.ts';

/** Books or series: ids, or everything a list holds. */
export interface Chosen {
  readonly kind: 'book' | 'series';
  readonly of: { readonly ids: readonly string[] } | { readonly query: ListQuery };
}

async function fetchPage(ask: Ask, kind: Chosen['kind'], list: ListQuery, page: number) {
  const { fullTextSearch, condition, libraryId } = list;
  // a sort order that stays stable while pages are read
  const query = {
    page,
    pageSize: MOST_ROWS,
    sort: 'created_at,asc',
    ...(libraryId === undefined ? {} : { libraryId }),
  };
  const body = {
    ...(fullTextSearch === undefined ? {} : { fullTextSearch }),
    ...(condition === undefined ? {} : { condition }),
  };
  return await ask(kind === 'book' ? 'listFilteredBooks' : 'listFilteredSeries', { query, body });
}

/**
 * Resolves a selection to ids, for requests that take only ids.
 * @param isMeant leaves out items of a list
 */
export async function listIds(
  ask: Ask,
  { kind, of }: Chosen,
  isMeant: (item: Book | Series) => boolean = () => true,
): Promise<readonly string[]> {
  if ('ids' in of) return of.ids;
  const ids = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, totalPages } = await fetchPage(ask, kind, of.query, page);
    for (const item of data) if (isMeant(item)) ids.add(item.id);
    pages = totalPages;
  }
  return [...ids];
}
