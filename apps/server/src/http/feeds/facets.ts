import { BOOK_FORMATS, FORMAT_IDS } from '@lectern/contract';
import type { FacetGroup, FeedQuery } from './feed.ts';
import { mark, say, spokenLanguage } from '#words/say.ts';

interface Choice {
  readonly title: string;
  /** Value in the query; undefined for the default. */
  readonly value: string | undefined;
}

type Parameter = 'sort' | 'status' | 'format' | 'language';

const BOOK_SORTS: Readonly<Record<string, { readonly title: string; readonly sort: string }>> = {
  title: { title: mark('Title'), sort: 'title,asc' },
  added: { title: mark('Added last'), sort: 'created_at,desc' },
  released: { title: mark('Newest'), sort: 'release_date,desc' },
  read: { title: mark('Read last'), sort: 'last_read,desc' },
};

function all(): Choice {
  return { title: say('All'), value: undefined };
}

const STATUSES: Readonly<Record<string, string>> = {
  unread: mark('Unread'),
  in_progress: mark('In progress'),
  read: mark('Read'),
};

function statusChoices(): readonly Choice[] {
  return [all(), ...Object.entries(STATUSES).map(([value, title]) => ({ title: say(title), value }))];
}

function formatChoices(): readonly Choice[] {
  return [all(), ...FORMAT_IDS.map((value) => ({ title: BOOK_FORMATS[value].label, value }))];
}

function isStatus(value: string | undefined): boolean {
  return value !== undefined && Object.hasOwn(STATUSES, value);
}

function isFormat(value: string | undefined): boolean {
  return FORMAT_IDS.some((id) => id === value);
}

/** The name of a language in that of the request; invalid codes stay. */
function languageName(code: string): string {
  try {
    const names = new Intl.DisplayNames([spokenLanguage()], { type: 'language', fallback: 'code' });
    return names.of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}

/** The languages of the visible books as choices. A single language gives none. */
function languageChoices(languages: readonly string[]): readonly Choice[] {
  return languages.length < 2 ? [] : [all(), ...languages.map((value) => ({ title: languageName(value), value }))];
}

/** The valid choices of a query. @param languages those of the visible books */
export function readChoices(
  { sort, status, format, language }: FeedQuery,
  languages: readonly string[],
): Readonly<Partial<Record<Parameter, string>>> {
  return {
    ...(sort !== undefined && Object.hasOwn(BOOK_SORTS, sort) ? { sort } : {}),
    ...(status !== undefined && isStatus(status) ? { status } : {}),
    ...(format !== undefined && isFormat(format) ? { format } : {}),
    ...(language !== undefined && languages.length > 1 && languages.includes(language) ? { language } : {}),
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
  if (isStatus(status)) tests.push({ readStatus: { operator: 'is', value: status } });
  if (isFormat(format)) tests.push({ format: { operator: 'is', value: format } });
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
  const sorts = Object.entries(BOOK_SORTS).map(([value, { title }]) => ({ title: say(title), value }));
  return [
    group(
      say('Sort'),
      'sort',
      [{ title: ownSort, value: undefined }, ...sorts.filter(({ title }) => title !== ownSort)],
      chosen,
    ),
    group(say('Read status'), 'status', statusChoices(), chosen),
    group(say('Format'), 'format', formatChoices(), chosen),
    ...(languages.length < 2 ? [] : [group(say('Language'), 'language', languageChoices(languages), chosen)]),
  ];
}
