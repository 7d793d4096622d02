import { parseSort, type Sorting } from './parse-sort.ts';

/** What a list that can be searched is asked for. */
interface SearchedList {
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
  readonly fullTextSearch?: string | null | undefined;
}

/**
 * The order of a list that can be searched: by relevance when there is a text and no sort, and best first unless `asc` is asked
 * for.
 * @throws {AppError} `BadRequest` for a sort that is none
 */
export function parseListSort<Field extends string>(
  wanted: SearchedList,
  fields: Readonly<Record<string, Field>> & { readonly relevance: Field },
  fallback: Sorting<Field>,
): Sorting<Field> {
  const { sort = '', order, fullTextSearch } = wanted;
  const isSearched = (fullTextSearch ?? '').trim() !== '';
  const own = isSearched ? { field: fields.relevance, direction: 'desc' as const } : fallback;
  const sorting = parseSort(wanted, fields, own);
  const isTurned = order !== undefined || sort.includes(',');
  return sorting.field === fields.relevance && !isTurned ? { ...sorting, direction: 'desc' } : sorting;
}
