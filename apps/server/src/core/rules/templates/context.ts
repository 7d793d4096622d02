import { BOOK_FIELDS, BOOK_LOCKS, plainNames, SERIES_FIELDS, SERIES_LOCKS } from '@lectern/contract';
import { z } from 'zod';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';

export type ContextValue =
  | string
  | number
  | boolean
  | null
  | readonly ContextValue[]
  | { readonly [key: string]: ContextValue };

export type TemplateContext = Readonly<Record<string, ContextValue>>;

/** The context of a book; undefined for an unknown book. */
export type BookContexts = (bookId: string) => TemplateContext | undefined;

type Values = MetadataState['values'];

function pickValues(values: Values, names: readonly string[]): Record<string, ContextValue> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

function isList(value: ContextValue | undefined): value is readonly ContextValue[] {
  return Array.isArray(value);
}

function toList(value: ContextValue | undefined): readonly ContextValue[] {
  return isList(value) ? value : [];
}

function joinTexts(value: ContextValue | undefined): string | null {
  const texts = toList(value).filter((text) => typeof text === 'string');
  return texts.length === 0 ? null : texts.join(', ');
}

function pickLists(values: Values, names: readonly string[]): Record<string, ContextValue> {
  return Object.fromEntries(names.map((name) => [name, toList(values[name])]));
}

type Mapping = { readonly [key: string]: ContextValue };

function isMapping(value: ContextValue | undefined): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replaces metadata values in a context. */
export function withMetadata(context: TemplateContext, values: Mapping): TemplateContext {
  const { metadata } = context;
  return { ...context, metadata: { ...(isMapping(metadata) ? metadata : {}), ...values } };
}

/** The objects of a list with the given fields, each by the name of its stored field. */
function pickItems(values: Values, list: string, fields: Readonly<Record<string, string>>): readonly ContextValue[] {
  return toList(values[list])
    .filter(isMapping)
    .map((item) => Object.fromEntries(Object.entries(fields).map(([name, from]) => [name, item[from] ?? null])));
}

function mapExternalIds(values: Values): Mapping {
  return Object.fromEntries(
    toList(values['externalIds'])
      .filter(isMapping)
      .map((item) => [
        typeof item['source'] === 'string' ? item['source'] : '',
        { id: item['externalId'] ?? null, url: item['externalUrl'] ?? null, hash: item['metadataHash'] ?? null },
      ]),
  );
}

function lockFlags(locks: ReadonlySet<string>, flags: Readonly<Record<string, readonly string[]>>) {
  return Object.fromEntries(
    Object.entries(flags).map(([flag, names]) => [flag, names.some((name) => locks.has(name))]),
  );
}

const BOOK_VALUES = ['titleSort', ...plainNames(BOOK_FIELDS)];

/** Stored lock names by flag; contexts name a lock after its field. */
const BOOK_FLAGS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(BOOK_LOCKS.map((name) => [name, [name]])),
  authorsLock: ['authorsJsonLock'],
  awardsLock: ['awardsJsonLock'],
  genresLock: ['genreLock'],
};

interface BookFacts extends Pick<MetadataState, 'id' | 'title' | 'values' | 'locks' | 'seriesId' | 'libraryId'> {
  readonly fileFormat: string;
  readonly fileSize: number;
  readonly pageCount: number;
}

function parseNumber(text: unknown): number | null {
  const number = typeof text === 'string' && text.trim() !== '' ? Number(text) : text;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const People = z.array(z.object({ name: z.string(), role: z.string() })).catch([]);

function joinNames(values: MetadataState['values'], role: string): string | null {
  const names = People.parse(values['authors'] ?? [])
    .filter((author) => author.role === role)
    .map(({ name }) => name);
  return joinTexts([...new Set(names)]);
}

/**
 * The context of a book.
 * @param series from `toSeriesContext`
 */
export function toBookContext(facts: BookFacts, series: TemplateContext): TemplateContext {
  const { id, title, values, locks, seriesId, libraryId, fileFormat, fileSize, pageCount } = facts;
  return {
    type: 'book',
    bookId: id,
    seriesId,
    libraryId,
    fileFormat,
    fileSize,
    pageCount,
    customMetadata: values['customMetadata'] ?? null,
    externalIds: mapExternalIds(values),
    metadata: {
      ...pickValues(values, BOOK_VALUES),
      title,
      number: parseNumber(values['number']),
      genre: joinTexts(values['genres']),
      translator: joinNames(values, 'translator'),
      ...pickLists(values, ['genres', 'tags']),
      authors: pickItems(values, 'authors', { name: 'name', role: 'role', sortName: 'sortName' }),
      awards: pickItems(values, 'awards', { name: 'name', category: 'category', won: 'won', year: 'year' }),
      externalLinks: pickItems(values, 'externalLinks', { source: 'source', url: 'url', externalId: 'externalId' }),
      ...lockFlags(locks, BOOK_FLAGS),
    },
    series,
  };
}

/** Flags end in `Lock`; stored names may or may not. */
const SERIES_FLAGS = Object.fromEntries(
  SERIES_LOCKS.map((name) => {
    const bare = name.replace(/Lock$/, '');
    return [`${bare}Lock`, [bare, `${bare}Lock`]];
  }),
);

type SeriesFacts = Pick<MetadataState, 'id' | 'title' | 'values' | 'locks'>;

/**
 * The context of a series; missing values are null or empty.
 * @param bookCount live books
 */
export function toSeriesContext({ id, title, values, locks }: SeriesFacts, bookCount: number): TemplateContext {
  return {
    type: 'series',
    seriesId: id,
    bookCount,
    customMetadata: values['customMetadata'] ?? null,
    externalIds: mapExternalIds(values),
    metadata: {
      ...pickValues(values, plainNames(SERIES_FIELDS)),
      title,
      ...pickLists(values, ['genres', 'tags']),
      alternateTitles: pickItems(values, 'alternateTitles', { label: 'label', title: 'title' }),
      authors: pickItems(values, 'authors', { name: 'name', role: 'role', sortName: 'sortName' }),
      externalLinks: pickItems(values, 'externalLinks', { source: 'source', url: 'url', externalId: 'externalId' }),
      externalRatings: pickItems(values, 'externalRatings', { source: 'source', rating: 'rating', votes: 'voteCount' }),
      ...lockFlags(locks, SERIES_FLAGS),
    },
  };
}
