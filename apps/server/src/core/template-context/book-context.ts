import { BOOK_LOCKS } from '@lectern/contract';
import { z } from 'zod';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import {
  externalIdsOf,
  joinTexts,
  lockFlags,
  pickItems,
  pickLists,
  pickValues,
  type TemplateContext,
} from './context-value.ts';

const BOOK_VALUES = [
  ...['blackAndWhite', 'bookType', 'chapter', 'count', 'day', 'edition', 'formatDetail', 'imprint', 'isbns'],
  ...['languageIso', 'manga', 'month', 'originalTitle', 'originalYear', 'publisher', 'seriesPosition', 'seriesTotal'],
  ...['subjects', 'subtitle', 'summary', 'titleSort', 'volume', 'year'],
];

/** In contexts a lock is called after its field. */
const BOOK_FLAGS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(BOOK_LOCKS.map((name) => [name, [name]])),
  authorsLock: ['authorsJsonLock'],
  awardsLock: ['awardsJsonLock'],
  genresLock: ['genreLock'],
};

/** The file of a book, as its context takes it. */
export interface BookFacts extends Pick<MetadataState, 'id' | 'title' | 'values' | 'locks' | 'seriesId' | 'libraryId'> {
  readonly fileFormat: string;
  readonly fileSize: number;
  readonly pageCount: number;
}

function numberOf(text: unknown): number | null {
  const number = typeof text === 'string' && text.trim() !== '' ? Number(text) : text;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const People = z.array(z.object({ name: z.string(), role: z.string() })).catch([]);

function namesOf(values: MetadataState['values'], role: string): string | null {
  const names = People.parse(values['authors'] ?? [])
    .filter((author) => author.role === role)
    .map(({ name }) => name);
  return joinTexts([...new Set(names)]);
}

/**
 * The context of a book, which has that of its series in it.
 * @param series as `toSeriesContext` makes it
 */
export function toBookContext(facts: BookFacts, series: TemplateContext): TemplateContext {
  const { id, title, values, locks, seriesId, libraryId, fileFormat, fileSize, pageCount } = facts;
  return {
    ...{ type: 'book', bookId: id, seriesId, libraryId, fileFormat, fileSize, pageCount },
    customMetadata: values['customMetadata'] ?? null,
    externalIds: externalIdsOf(values),
    metadata: {
      title,
      ...pickValues(values, BOOK_VALUES),
      number: numberOf(values['number']),
      genre: joinTexts(values['genres']),
      translator: namesOf(values, 'translator'),
      ...pickLists(values, ['genres', 'tags']),
      authors: pickItems(values, 'authors', { name: 'name', role: 'role', sortName: 'sortName' }),
      awards: pickItems(values, 'awards', { name: 'name', category: 'category', won: 'won', year: 'year' }),
      externalLinks: pickItems(values, 'externalLinks', { source: 'source', url: 'url', externalId: 'externalId' }),
      ...lockFlags(locks, BOOK_FLAGS),
    },
    series,
  };
}
