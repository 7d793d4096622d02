import { BOOK_FORMATS, FORMAT_IDS } from '@lectern/contract';
import type { FacetGroup, FeedQuery } from './feed.ts';

interface Choice {
  readonly title: string;
  /** Value in the query; undefined for the default. */
  readonly value: string | undefined;
}

type Parameter = 'sort' | 'status' | 'format' | 'language';

const BOOK_SORTS: Readonly<Record<string, { readonly title: string; readonly sort: string }>> = {
  title: { title: 'Title', sort: 'title,asc' },
  added: { title: 'Added last', sort: 'created_at,desc' },
  released: { title: 'Newest', sort: 'release_date,desc' },
  read: { title: 'Read last', sort: 'last_read,desc' },
};

const ALL: Choice = { title: 'All', value: undefined };

const STATUSES: readonly Choice[] = [
  ALL,
  { title: 'Unread', value: 'unread' },
  { title: 'In progress', value: 'in_progress' },
  { title: 'Read', value: 'read' },
];

const FORMATS: readonly Choice[] = [ALL, ...FORMAT_IDS.map((value) => ({ title: BOOK_FORMATS[value].label, value }))];

function isOne(choices: readonly Choice[], value: string | undefined): boolean {
  return value !== undefined && choices.some((choice) => choice.value === value);
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** The name of a language; invalid codes stay. */
function languageName(code: string): string {
  try {
    return names.of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}

/** The languages of the visible books as choices. A single language gives none. */
function languageChoices(languages: readonly string[]): readonly Choice[] {
  return languages.length < 2 ? [] : [ALL, ...languages.map((value) => ({ title: languageName(value), value }))];
}

/** The valid choices of a query. @param languages those of the visible books */
export function readChoices(
  { sort, status, format, language }: FeedQuery,
  languages: readonly string[],
): Readonly<Partial<Record<Parameter, string>>> {
  return {
    ...(sort !== undefined && Object.hasOwn(BOOK_SORTS, sort) ? { sort } : {}),
    ...(status !== undefined && isOne(STATUSES, status) ? { status } : {}),
    ...(format !== undefined && isOne(FORMATS, format) ? { format } : {}),
    ...(language !== undefined && isOne(languageChoices(languages), language) ? { language } : {}),
  };
}

/** The sort of the main API for a choice; undefined for the default order. */
export function readSort({ sort }: FeedQuery): string | undefined {
  return BOOK_SORTS[sort ?? '']?.sort;
}

/**
 * The condition of the chosen facets and others.
 * @param chosen the result of `readChoices`
 */
export function buildCondition({ status, format, language }: FeedQuery, others: readonly unknown[] = []): unknown {
  const tests = [...others];
  if (isOne(STATUSES, status)) tests.push({ readStatus: { operator: 'is', value: status } });
  if (isOne(FORMATS, format)) tests.push({ format: { operator: 'is', value: format } });
  if (language !== undefined) tests.push({ language: { operator: 'is', value: language } });
  return tests.length === 0 ? undefined : { allOf: tests };
}

function group(
  title: string,
  parameter: Parameter,
  choices: readonly Choice[],
  chosen: Readonly<Record<string, string>>,
): FacetGroup {
  return {
    title,
    facets: choices.map((choice) => {
      const { [parameter]: _old, ...others } = chosen;
      const query = choice.value === undefined ? others : { ...others, [parameter]: choice.value };
      return { title: choice.title, query, isActive: chosen[parameter] === choice.value };
    }),
  };
}

interface Seen {
  /** Title of the default order. */
  readonly ownSort: string;
  readonly languages: readonly string[];
}

/**
 * Facets of a list of books.
 * @param chosen the query without its page
 */
export function bookFacets(
  chosen: Readonly<Record<string, string>>,
  { ownSort, languages }: Seen,
): readonly FacetGroup[] {
  const sorts = Object.entries(BOOK_SORTS).map(([value, { title }]) => ({ title, value }));
  return [
    group(
      'Sort',
      'sort',
      [{ title: ownSort, value: undefined }, ...sorts.filter(({ title }) => title !== ownSort)],
      chosen,
    ),
    group('Read status', 'status', STATUSES, chosen),
    group('Format', 'format', FORMATS, chosen),
    ...(languages.length < 2 ? [] : [group('Language', 'language', languageChoices(languages), chosen)]),
  ];
}
