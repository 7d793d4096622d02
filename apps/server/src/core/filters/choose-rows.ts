import type { RowSearch } from '#db/search/search-rows.ts';
import { searchRows } from '#db/search/search-rows.ts';
import { NONE } from '#db/filters/field-matches.ts';
import type { Predicate } from '#db/filters/field-matches.ts';
import type { Database } from '#db/open.ts';
import { tryQuery } from '../search/try-query.ts';

/** A filter of rows, with how many it finds when that was counted already. */
export interface Chosen<Filter> {
  readonly filter: Filter;
  readonly total?: number;
  /** How well each row is found; without a text there is none. */
  readonly rank?: RowSearch['rank'];
}

/** What looking for a text in a list takes. */
export interface TextSearch<Filter> {
  readonly table: 'book' | 'series';
  readonly text: string | null | undefined;
  /** The list without the text. */
  readonly filter: Filter;
  readonly count: (filter: Filter) => Promise<number>;
}

/**
 * Narrows a list down to what a text finds in it; blank is no text, and one without any word finds nothing.
 */
export async function chooseByText<Filter extends { readonly where?: readonly Predicate[] }>(
  { db }: { readonly db: Database },
  { table, text, filter, count }: TextSearch<Filter>,
): Promise<Chosen<Filter>> {
  if (text === undefined || text === null || text.trim() === '') return { filter };
  const narrowed = (predicate: Predicate): Filter => ({ ...filter, where: [...(filter.where ?? []), predicate] });
  const found = await tryQuery(
    { db },
    text,
    async (query) => {
      const { where, rank } = searchRows(db.kind, table, query);
      const chosen = narrowed(where);
      return { filter: chosen, rank, total: await count(chosen) };
    },
    ({ total }) => total > 0,
  );
  return found ?? { filter: narrowed(NONE), total: 0 };
}
