import { z } from 'zod';
import type { BookTree, SeriesTree } from '#core/catalog/komga/list-dialect.ts';
import { BOOK_CLAUSES, readCondition, SERIES_CLAUSES } from '#core/catalog/komga/read-condition.ts';
import { refuse } from '#core/catalog/komga/read-clause.ts';
import { type Node, readExpression } from '#core/catalog/komga/read-expression.ts';
import type { Viewer } from '#core/viewer.ts';
import { Flag, Paging, Text, TextList } from './paging.ts';

/** Lists that commas do not divide, because the names contain commas. */
const Credits = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => [value].flat())
  .pipe(z.array(z.string().max(1_000)).max(100))
  .optional();

export const LibrariesQuery = Paging.extend({ library_id: TextList });

export const SeriesQuery = LibrariesQuery.extend({
  search: Text,
  collection_id: TextList,
  status: TextList,
  read_status: TextList,
  publisher: TextList,
  language: TextList,
  genre: TextList,
  tag: TextList,
  age_rating: TextList,
  release_year: TextList,
  sharing_label: TextList,
  deleted: Flag,
  complete: Flag,
  oneshot: Flag,
  author: Credits,
  search_regex: Text,
});
export type SeriesQuery = z.output<typeof SeriesQuery>;

export const BooksQuery = LibrariesQuery.extend({
  search: Text,
  media_status: TextList,
  read_status: TextList,
  tag: TextList,
  author: Credits,
  released_after: Text,
  deleted: Flag,
});
export type BooksQuery = z.output<typeof BooksQuery>;

/** Body of a search. Unknown members are ignored. */
export const SearchBody = z
  .object({ condition: z.unknown(), fullTextSearch: z.string().max(2_000).nullish() })
  .partial();

/** Any of the values of a name. */
function anyIs(name: string, values: readonly string[] | undefined): Node[] {
  if (values === undefined || values.length === 0) return [];
  return [{ anyOf: values.map((value) => ({ [name]: { operator: 'is', value } })) }];
}

function isSet(name: string, value: boolean | undefined): Node[] {
  return value === undefined ? [] : [{ [name]: { operator: value ? 'isTrue' : 'isFalse' } }];
}

/** `name,role`; the name may contain commas. */
function creditNodes(credits: readonly string[] | undefined): Node[] {
  if (credits === undefined || credits.length === 0) return [];
  const anyOf = credits.map((text) => {
    const comma = text.lastIndexOf(',');
    const [name, role] = comma === -1 ? [text, ''] : [text.slice(0, comma), text.slice(comma + 1)];
    return { author: { operator: 'is', value: { name, role } } };
  });
  return [{ anyOf }];
}

function ageNodes(ages: readonly string[] | undefined): Node[] {
  if (ages === undefined || ages.length === 0) return [];
  const anyOf = ages.map((age) => ({
    ageRating: age.toLowerCase() === 'none' ? { operator: 'isNull' } : { operator: 'is', value: age },
  }));
  return [{ anyOf }];
}

function yearNodes(years: readonly string[] | undefined): Node[] {
  if (years === undefined || years.length === 0) return [];
  const anyOf = years.map((text) => {
    const year = Number(text);
    if (!Number.isInteger(year) || year < 2 || year > 9_997) return refuse('release_year', 'must be years');
    const day = (of: number, rest: string): string => `${String(of).padStart(4, '0')}-${rest}`;
    return {
      allOf: [
        { releaseDate: { operator: 'after', dateTime: day(year - 1, '12-31') } },
        { releaseDate: { operator: 'before', dateTime: day(year + 1, '01-01') } },
      ],
    };
  });
  return [{ anyOf }];
}

function expressionNodes(text: string | undefined): Node[] {
  return text === undefined || text === '' ? [] : [readExpression(text)];
}

/**
 * The condition of a list of series; undefined for all.
 * @param more further conditions
 * @throws {AppError} `BadRequest` for an invalid value
 */
export function readSeriesTree(query: SeriesQuery, more: readonly Node[] = []): SeriesTree | undefined {
  const allOf = [
    ...anyIs('libraryId', query.library_id),
    ...anyIs('collectionId', query.collection_id),
    ...anyIs('seriesStatus', query.status),
    ...anyIs('readStatus', query.read_status),
    ...anyIs('publisher', query.publisher),
    ...anyIs('language', query.language),
    ...anyIs('genre', query.genre),
    ...anyIs('tag', query.tag),
    ...anyIs('sharingLabel', query.sharing_label),
    ...ageNodes(query.age_rating),
    ...yearNodes(query.release_year),
    ...creditNodes(query.author),
    ...expressionNodes(query.search_regex),
    ...isSet('deleted', query.deleted),
    ...isSet('complete', query.complete),
    ...isSet('oneShot', query.oneshot),
    ...more,
  ];
  return allOf.length === 0 ? undefined : readCondition(SERIES_CLAUSES, { allOf });
}

/**
 * The condition of a list of books; undefined for all.
 * @param more further conditions
 * @throws {AppError} `BadRequest` for an invalid value
 */
export function readBookTree(query: BooksQuery, more: readonly Node[] = []): BookTree | undefined {
  const after = query.released_after;
  const allOf = [
    ...anyIs('libraryId', query.library_id),
    ...anyIs('mediaStatus', query.media_status),
    ...anyIs('readStatus', query.read_status),
    ...anyIs('tag', query.tag),
    ...creditNodes(query.author),
    ...(after === undefined || after === '' ? [] : [{ releaseDate: { operator: 'after', dateTime: after } }]),
    ...isSet('deleted', query.deleted),
    ...more,
  ];
  return allOf.length === 0 ? undefined : readCondition(BOOK_CLAUSES, { allOf });
}

/** The viewer, limited to some of the libraries that they may see. */
export function within(viewer: Viewer, libraryIds: readonly string[] | undefined): Viewer {
  if (libraryIds === undefined || libraryIds.length === 0) return viewer;
  const wanted = libraryIds.map((id) => id.toLowerCase());
  const ids = viewer.libraryIds === undefined ? wanted : viewer.libraryIds.filter((id) => wanted.includes(id));
  return { ...viewer, libraryIds: ids };
}
