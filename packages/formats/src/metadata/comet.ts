import { type Contributor, type EmbeddedMetadata } from '../reading.ts';
import { htmlToText } from '../xml/html-text.ts';
import { readAgeRating } from './age-rating.ts';
import { distinctContributors } from './contributor-roles.ts';
import {
  type DocumentLimits,
  type DocumentReading,
  type FieldReader,
  fromSource,
  openDocument,
  readFields,
} from './field-reader.ts';
import { distinctIsbns, findIsbns, readIsbn } from './isbn.ts';
import { normalizeLanguage } from './language.ts';
import { compact, type PartialDate, readDate, readDecimal, readInteger } from './values.ts';

const NAME = { source: 'CoMet', code: 'comet' };

/** Content of a CoMet document. */
export interface CoMet extends DocumentReading {
  /** Name of the cover picture; the archive may not contain it. */
  readonly coverName: string | null;
}

const PEOPLE: readonly (readonly [string, Contributor['role']])[] = [
  ['creator', 'author'],
  ['writer', 'writer'],
  ['penciller', 'penciller'],
  ['inker', 'inker'],
  ['colorist', 'colorist'],
  ['letterer', 'letterer'],
  ['coverdesigner', 'cover_artist'],
  ['editor', 'editor'],
];

/**
 * Reads a CoMet document. An invalid value only loses its own field.
 * @see CoMet 1.1, comic metadata of denvog.com
 */
export function readCoMet(xml: Uint8Array, limits: DocumentLimits): CoMet {
  const { root, problems } = openDocument(xml, limits, { ...NAME, rootName: 'comet' });
  if (root === undefined) return { metadata: { sources: [] }, problems, coverName: null };
  const fields = readFields(root, NAME, problems);
  return {
    metadata: fromSource(NAME.source, readValues(fields)),
    problems,
    coverName: fields.line('coverimage') ?? null,
  };
}

function readValues(fields: FieldReader): Partial<EmbeddedMetadata> {
  const number = fields.line('issue');
  const summary = fields.first('description');
  const writers = new Set(fields.list('writer').map((name) => name.toLowerCase()));
  return compact<EmbeddedMetadata>({
    title: fields.line('title'),
    series: fields.line('series'),
    number,
    chapter: readDecimal(number, 0, 1_000_000),
    volume: fields.checked('volume', (text) => readInteger(text, 0)),
    summary: summary === undefined ? undefined : htmlToText(summary),
    publisher: fields.line('publisher'),
    ...(fields.checked('date', readYearDate) ?? {}),
    genres: fields.list('genre'),
    characters: fields.list('character'),
    formatDetail: fields.line('format'),
    languageIso: fields.checked('language', normalizeLanguage),
    ageRating: fields.checked('rating', readAgeRating) ?? undefined,
    readingDirection: fields.checked('readingdirection', readDirection),
    isbns: distinctIsbns(fields.all('identifier').flatMap((text) => readIsbn(text) ?? findIsbns(text))),
    contributors: distinctContributors(
      PEOPLE.flatMap(([field, role]) =>
        // `creator` and `writer` are the same person.
        fields
          .list(field)
          .filter((name) => field !== 'creator' || !writers.has(name.toLowerCase()))
          .map((name) => ({ name, role })),
      ),
    ),
  });
}

function readYearDate(text: string): PartialDate | undefined {
  const date = readDate(text);
  return date.year === undefined ? undefined : date;
}

function readDirection(text: string): 'ltr' | 'rtl' | undefined {
  const direction = text.toLowerCase();
  return direction === 'ltr' || direction === 'rtl' ? direction : undefined;
}
