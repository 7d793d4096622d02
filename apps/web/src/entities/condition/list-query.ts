import type { BookFilterField, Condition, SeriesFilterField } from '@lectern/contract';

/** Whatever series or books are filtered by; which of them a list takes stands in `fields.ts`. */
export type FilterField = SeriesFilterField | BookFilterField;

/** A condition as the API takes it. */
export type ListCondition = Condition<FilterField>;

interface ListOptions {
  readonly condition?: ListCondition;
  /** Words that have to be found; absent, never blank. */
  readonly fullTextSearch?: string;
  /** Id of the library to which the list keeps; it is not in the condition. */
  readonly libraryId?: string;
  /** As the API takes it, such as `title,asc`. */
  readonly sort?: string;
}

/** Series that a grid lists. */
export interface SeriesList extends ListOptions {
  readonly target: 'series';
}

/** Books that a grid lists. */
export interface BookList extends ListOptions {
  readonly target: 'books';
}

/** All that a grid lists, so that something can be done with all of it at once. */
export type ListQuery = SeriesList | BookList;

/** What a list may hold. */
export type ListTarget = ListQuery['target'];

/**
 * What an API takes that knows conditions only: the library is one of them. A text cannot be said by a condition, so a list
 * that has one holds less than what this finds.
 */
export function wholeCondition({ libraryId, condition }: ListQuery): ListCondition {
  const library: ListCondition[] = libraryId === undefined ? [] : [{ libraryId: { operator: 'is', value: libraryId } }];
  return { allOf: [...library, ...(condition === undefined ? [] : [condition])] };
}
