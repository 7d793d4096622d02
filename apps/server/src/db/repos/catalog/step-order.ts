import {
  BOOK_FORMATS,
  BOOK_SORT_FIELDS,
  type BookSort,
  FORMAT_IDS,
  type FormatId,
  SERIES_SORT_FIELDS,
  type SeriesSort,
} from '@lectern/contract';
import { type RawBuilder, sql } from 'kysely';
import { RELEASED } from '../../filters/book-condition.ts';
import { type DatabaseKind, letterCode } from '../../sql/dialect.ts';
import { bookTerms, type Direction, needsMetadata, nullsLast, type OrderTerm } from '../rows/book-order.ts';
import { seriesTerms } from '../rows/series-order.ts';

/** How many rows begin with a character. */
export interface InitialCount {
  /** Empty for those without a title. */
  readonly initial: string;
  readonly count: number;
}

/** The first character of what a row is sorted by. */
export function buildInitial(table: 'book' | 'series'): RawBuilder<string> {
  const [sorted, title] = [sql.ref(`${table}.titleSort`), sql.ref(`${table}.title`)];
  return sql<string>`substr(coalesce(nullif(${sorted}, ''), ${title}), 1, 1)`;
}

/** One sort of several. */
interface SortStep<Field extends string> {
  readonly field: Field;
  readonly direction: Direction;
}

/** What books are sorted by beside what the main API says; `place` is the one in a read list. */
type OwnBookField = 'fileHash' | 'state' | 'mediaType' | 'analysisError' | 'place';
export type BookStep = SortStep<BookSort> | SortStep<OwnBookField>;

/** What series are sorted by beside that; `released` is the first day of any book, `place` the one in a collection. */
type OwnSeriesField = 'released' | 'random' | 'place';
export type SeriesStep = SortStep<SeriesSort> | SortStep<OwnSeriesField>;

/** An order of several steps. */
export interface Steps<Step> {
  readonly steps: readonly Step[];
  /** The list whose places count. */
  readonly listId?: string | undefined;
  /** Factors by which a shuffled list is shuffled: whole numbers below 1,000,000. */
  readonly shuffle?: readonly number[] | undefined;
}

/** The step of an order that has only one; undefined for others. */
export function onlyStep<Step>(order: Steps<Step> | undefined): Step | undefined {
  return order?.steps.length === 1 ? order.steps[0] : undefined;
}

const BOOK_SORTS: ReadonlySet<string> = new Set(Object.values(BOOK_SORT_FIELDS));
const SERIES_SORTS: ReadonlySet<string> = new Set(Object.values(SERIES_SORT_FIELDS));

/** Whether a step is a sort of the main API, for which there may be an index. */
export function isBookSort(step: BookStep): step is SortStep<BookSort> {
  return BOOK_SORTS.has(step.field);
}

/** The same of series. */
export function isSeriesSort(step: SeriesStep): step is SortStep<SeriesSort> {
  return SERIES_SORTS.has(step.field);
}

/** Whether the terms need `bookMetadata` in the query, left-joined. */
export function stepsNeedMetadata({ steps }: Steps<BookStep>): boolean {
  return steps.some((step) => isBookSort(step) && needsMetadata(step.field));
}

function withMissingLast(expression: RawBuilder<unknown>, direction: Direction): readonly OrderTerm[] {
  return [nullsLast(expression), [expression, direction]];
}

function placeInReadList(listId: string | undefined): RawBuilder<unknown> {
  return sql`(select "place"."position" from "readListBook" as "place"
    where "place"."readListId" = ${listId ?? ''} and "place"."bookId" = ${sql.ref('book.id')})`;
}

function placeInCollection(listId: string | undefined): RawBuilder<unknown> {
  return sql`(select "place"."position" from "collectionSeries" as "place"
    where "place"."collectionId" = ${listId ?? ''} and "place"."seriesId" = ${sql.ref('series.id')})`;
}

function byMediaType(): readonly FormatId[] {
  const getMediaTypeName = (id: FormatId): string => BOOK_FORMATS[id].komgaMediaType;
  return FORMAT_IDS.toSorted((one, other) => (getMediaTypeName(one) < getMediaTypeName(other) ? -1 : 1));
}

const FORMAT = sql.ref('book.fileFormat');
/** The place of a format in the order of the names of the media types. */
const MEDIA_TYPE = sql`case ${FORMAT} ${sql.join(
  byMediaType().map((id, place) => sql`when ${sql.lit(id)} then ${sql.lit(place)}`),
  sql` `,
)} end`;
/** What keeps the book from being read; nothing sorts as the empty text. */
const ANALYSIS_ERROR = sql`coalesce((select min("bookError"."message") from "bookError"
  where "bookError"."bookId" = ${sql.ref('book.id')}), '')`;

/** Terms of an order of several steps over a query that has `book`; ties break by title and id. @param rank 0 is best */
export function bookStepOrder(
  { steps, listId }: Steps<BookStep>,
  rank: RawBuilder<number> | undefined,
): readonly OrderTerm[] {
  const own: Readonly<Record<OwnBookField, RawBuilder<unknown>>> = {
    fileHash: sql.ref('book.fileHash'),
    state: sql.ref('book.state'),
    mediaType: MEDIA_TYPE,
    analysisError: ANALYSIS_ERROR,
    place: placeInReadList(listId),
  };
  const terms = steps.flatMap((step): readonly OrderTerm[] =>
    isBookSort(step) ? bookTerms(step.field, step.direction, rank) : withMissingLast(own[step.field], step.direction),
  );
  return [...terms, [sql.ref('book.sortKey'), 'asc'], [sql.ref('book.id'), 'asc']];
}

/** The day of the first book that says one. */
const FIRST_RELEASED = sql`(select min(${RELEASED}) from "book"
  inner join "bookMetadata" on "bookMetadata"."bookId" = "book"."id"
  where "book"."seriesId" = ${sql.ref('series.id')} and "book"."deletedAt" is null)`;

/** Ids end with at least this many random digits, which begin at FIRST_RANDOM_DIGIT, counted from 1. */
const RANDOM_DIGITS = 12;
const FIRST_RANDOM_DIGIT = 25;
const PRIME = 999_983;

/** A number for each series that has nothing to do with anything but the factors. */
function shuffled(kind: DatabaseKind, factors: readonly number[]): RawBuilder<unknown> {
  const parts = factors.slice(0, RANDOM_DIGITS).map((factor, index) => {
    const digit = sql<string>`substr(${sql.ref('series.id')}, ${sql.lit(FIRST_RANDOM_DIGIT + index)}, 1)`;
    return sql`${sql.lit(factor)} * ${letterCode(kind, digit)}`;
  });
  return sql`(${sql.join([sql.lit(0), ...parts], sql` + `)}) % ${sql.lit(PRIME)}`;
}

/** Terms of an order of several steps over a query that has `series`. @param rank 0 is best */
export function seriesStepOrder(
  kind: DatabaseKind,
  { steps, listId, shuffle = [] }: Steps<SeriesStep>,
  rank: RawBuilder<number> | undefined,
): readonly OrderTerm[] {
  const own: Readonly<Record<OwnSeriesField, RawBuilder<unknown>>> = {
    released: FIRST_RELEASED,
    random: shuffled(kind, shuffle),
    place: placeInCollection(listId),
  };
  const terms = steps.flatMap((step): readonly OrderTerm[] =>
    isSeriesSort(step)
      ? seriesTerms(step.field, step.direction, rank)
      : withMissingLast(own[step.field], step.direction),
  );
  return [...terms, [sql.ref('series.sortKey'), 'asc'], [sql.ref('series.id'), 'asc']];
}
