import { z } from 'zod';
import { BOOK_FIELDS, deriveFilters, SERIES_FIELDS } from './metadata-fields.ts';
import { FreeForm } from './models/scalars.ts';

/**
 * Operators by the kind of a field's value. A missing value only matches `isNull` and the negative operators `isNot`,
 * `doesNotContain`, `notIn`, `ne`, `isFalse`.
 */
export const FILTER_OPERATORS = {
  /** Case-insensitive. */
  text: ['is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith', 'isNull', 'isNotNull'],
  uuid: ['is', 'isNot', 'in', 'notIn', 'isNull', 'isNotNull'],
  /** One of a few words. */
  choice: ['is', 'isNot', 'in', 'notIn', 'isNull', 'isNotNull'],
  boolean: ['isTrue', 'isFalse', 'is', 'isNot'],
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'is', 'isNot', 'isNull', 'isNotNull'],
  date: ['after', 'before', 'onOrAfter', 'onOrBefore', 'between', 'isNull', 'isNotNull'],
} as const;
export type FilterFamily = keyof typeof FILTER_OPERATORS;
export type FilterOperator = (typeof FILTER_OPERATORS)[FilterFamily][number];

/** Read status for the viewer. */
export const READ_STATUSES = ['unread', 'in_progress', 'read'] as const;

/** By kind of value. */
export const BOOK_FILTER_FIELDS = {
  libraryId: 'uuid',
  seriesId: 'uuid',
  ...deriveFilters(BOOK_FIELDS),
  title: 'text',
  seriesName: 'text',
  format: 'text',
  path: 'text',
  readStatus: 'choice',
  hasError: 'boolean',
  analyzed: 'boolean',
  inReadList: 'boolean',
  wantToRead: 'boolean',
  pageCount: 'number',
  fileSize: 'number',
  dateAdded: 'date',
  dateUpdated: 'date',
  dateRead: 'date',
} as const satisfies Readonly<Record<string, FilterFamily>>;
export type BookFilterField = keyof typeof BOOK_FILTER_FIELDS;

/** By kind of value. */
export const SERIES_FILTER_FIELDS = {
  libraryId: 'uuid',
  ...deriveFilters(SERIES_FIELDS),
  /** By name. */
  sharingTag: 'text',
  path: 'text',
  readStatus: 'choice',
  hasError: 'boolean',
  /** A series with an unknown number of volumes is neither complete nor incomplete. */
  completion: 'boolean',
  /** Volumes, chapters or numbers are missing between its books. */
  hasGaps: 'boolean',
  hasExternalSourceId: 'boolean',
  hasUserRating: 'boolean',
  /** Its releases are tracked. */
  isTracked: 'boolean',
  /** Added to a collection by hand. */
  inCollection: 'boolean',
  wantToRead: 'boolean',
  /** The viewer's own, 1 to 100. */
  userRating: 'number',
  /** The mean shown to viewers. */
  communityRating: 'number',
  bookCount: 'number',
  dateAdded: 'date',
  dateUpdated: 'date',
  dateRead: 'date',
} as const satisfies Readonly<Record<string, FilterFamily>>;
export type SeriesFilterField = keyof typeof SERIES_FILTER_FIELDS;

/** Other accepted names. */
export const FILTER_FIELD_ALIASES = {
  book: {
    name: 'title',
    fileFormat: 'format',
    languageIso: 'language',
    createdAt: 'dateAdded',
    updatedAt: 'dateUpdated',
  },
  series: { title: 'name', createdAt: 'dateAdded', updatedAt: 'dateUpdated' },
} as const satisfies {
  readonly book: Readonly<Record<string, BookFilterField>>;
  readonly series: Readonly<Record<string, SeriesFilterField>>;
};

/** Limits of a condition. */
export const FILTER_LIMITS = {
  /** Nested groups. */
  depth: 16,
  /** Clauses and groups together. */
  nodes: 500,
  /** Characters of one value. */
  text: 1_000,
  /** Values of one `in`. */
  values: 500,
} as const;

/** Characters of a search text. */
export const MAX_SEARCH_TEXT = 500;

/** A clause as sent; a type alias without readonly, so that it counts as JSON. */
export type FilterClause = {
  operator: FilterOperator;
  value?: string | number | boolean;
  values?: string[];
  min?: number;
  max?: number;
  start?: string;
  end?: string;
};

/** A condition as sent: `allOf`, `anyOf`, or a clause under its field name. */
export type Condition<Field extends string> =
  | { allOf: Condition<Field>[] }
  | { anyOf: Condition<Field>[] }
  | { [Name in Field]?: FilterClause };
export type BookCondition = Condition<BookFilterField>;
export type SeriesCondition = Condition<SeriesFilterField>;

/**
 * Body of a filtered list. A condition is `{allOf: […]}`, `{anyOf: […]}` or `{<field>: {operator, …}}`. Errors name the
 * path, for example `condition.allOf[2].genre.operator`.
 */
export const FilterBody = z.object({
  condition: FreeForm.optional(),
  fullTextSearch: z.string().max(MAX_SEARCH_TEXT).nullable().optional(),
});
