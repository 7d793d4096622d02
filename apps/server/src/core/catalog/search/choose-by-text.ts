import type { Database } from '#db/open.ts';
import { NONE, type Predicate } from '#db/filters/predicates.ts';
import { type RowSearch, searchRows } from '#db/search/search-rows.ts';
import { tryQuery } from './try-query.ts';

/** One condition of a filter. All conditions must hold. */
export interface ChosenPart {
  /** Identifies the rows that it finds. */
  readonly name: string;
  readonly where: Predicate;
  /** Of a text. */
  readonly search?: RowSearch;
  /** The ids that it finds, or excludes when denied, for a condition that is worth caching. */
  readonly cacheable?: { readonly ids: RowSearch['ids']; readonly isDenied: boolean } | undefined;
}

/** A filter of rows. */
export interface Chosen<Filter> {
  readonly filter: Filter;
  /** The conditions of the filter one by one; for lists of books only. */
  readonly parts?: readonly ChosenPart[] | undefined;
  /** Identifies the conditions and the text; empty without any. */
  readonly name: string;
  /** How well a row matches the text; absent without a text. */
  readonly rank?: RowSearch['rank'];
}

interface TextSearch<Filter> extends Chosen<Filter> {
  readonly table: 'book' | 'series';
  readonly text: string | null | undefined;
}

/** A query on the rows of a filter. */
export interface ChosenWork<Filter, Found> {
  readonly run: (chosen: Chosen<Filter>) => Promise<Found>;
  /** Whether the filter has any row, on any page. */
  readonly hasFound: (found: Found) => boolean;
}

/**
 * Adds a text to a filter, and runs a query. The query runs again with corrected spelling when nothing is found.
 * A blank text counts as none; a text without a word finds nothing.
 */
export async function chooseByText<Filter extends { readonly where?: readonly Predicate[] }, Found>(
  { db }: { readonly db: Database },
  { table, text, filter, parts, name }: TextSearch<Filter>,
  { run, hasFound }: ChosenWork<Filter, Found>,
): Promise<Found> {
  if (text === undefined || text === null || text.trim() === '') return run({ filter, parts, name });
  const narrowed = (predicate: Predicate): Filter => ({ ...filter, where: [...(filter.where ?? []), predicate] });
  const found = await tryQuery(
    { db },
    text,
    async (query) => {
      const search = searchRows(db.kind, table, query);
      const { where, rank, ids } = search;
      const { phrases, tokens } = query;
      const cacheable = { ids, isDenied: false };
      const part: ChosenPart = { name: JSON.stringify([phrases, tokens]), where, search, cacheable };
      const all = parts === undefined ? undefined : [...parts, part];
      const whole = JSON.stringify([name, phrases, tokens]);
      return { found: await run({ filter: narrowed(where), parts: all, rank, name: whole }) };
    },
    (attempt) => hasFound(attempt.found),
  );
  return found === undefined ? run({ filter: narrowed(NONE), name: `${name} none` }) : found.found;
}
