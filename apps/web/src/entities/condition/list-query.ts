import type { BookFilterField, Condition, SeriesFilterField } from '@lectern/contract';

/** Fields of both lists; `fields.ts` tells which list has which. */
export type FilterField = SeriesFilterField | BookFilterField;

export type ListCondition = Condition<FilterField>;

interface ListOptions {
  readonly condition?: ListCondition;
  /** Absent instead of blank. */
  readonly fullTextSearch?: string;
  /** Kept apart from the condition. */
  readonly libraryId?: string;
  /** In the form of the API, such as `title,asc`. */
  readonly sort?: string;
}

export interface SeriesList extends ListOptions {
  readonly target: 'series';
}

export interface BookList extends ListOptions {
  readonly target: 'books';
}

/** Identifies everything a grid lists, for bulk actions. */
export type ListQuery = SeriesList | BookList;

export type ListTarget = ListQuery['target'];

/**
 * The library and the condition as one condition. It cannot express a full-text query, so a searched list holds fewer
 * items than it matches.
 */
export function toWholeCondition({ libraryId, condition }: ListQuery): ListCondition {
  const library: ListCondition[] = libraryId === undefined ? [] : [{ libraryId: { operator: 'is', value: libraryId } }];
  return { allOf: [...library, ...(condition === undefined ? [] : [condition])] };
}
