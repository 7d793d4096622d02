import { type Contributor, type EmbeddedMetadata } from '../reading.ts';
import { htmlToText } from '../xml/html-text.ts';
import { readAgeRating } from './age-rating.ts';
import { type ComicPages, readComicPages } from './comic-pages.ts';
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
import { checkDate, compact, readDecimal, readInteger, readWebAddress } from './values.ts';

const NAME = { source: 'ComicInfo.xml', code: 'comic-info' };

/** Content of a ComicInfo document. */
export interface ComicInfo extends DocumentReading, Omit<ComicPages, 'marks'> {}

const PEOPLE: readonly (readonly [string, Contributor['role']])[] = [
  ['writer', 'writer'],
  ['penciller', 'penciller'],
  ['inker', 'inker'],
  ['colorist', 'colorist'],
  ['letterer', 'letterer'],
  ['coverartist', 'cover_artist'],
  ['editor', 'editor'],
  ['translator', 'translator'],
];

/**
 * Reads ComicInfo.xml. An invalid value loses its own field and adds a problem. Never throws: another document yields
 * no metadata and a problem.
 * @see ComicInfo schema 2.1, The Anansi Project
 */
export function readComicInfo(xml: Uint8Array, limits: DocumentLimits): ComicInfo {
  const { root, problems } = openDocument(xml, limits, { ...NAME, rootName: 'ComicInfo' });
  if (root === undefined) return { metadata: { sources: [] }, problems, coverIndex: null, bookmarks: [] };
  const { coverIndex, bookmarks, marks } = readComicPages(root);
  const values = compact<EmbeddedMetadata>({
    ...readValues(readFields(root, NAME, problems)),
    pageMarks: marks,
  });
  return { metadata: fromSource(NAME.source, values), problems, coverIndex, bookmarks };
}

function readValues(fields: FieldReader): Partial<EmbeddedMetadata> {
  const summary = fields.first('summary');
  return compact<EmbeddedMetadata>({
    ...readNumbers(fields),
    ...readFlags(fields),
    ...readLists(fields),
    title: fields.line('title'),
    series: fields.line('series'),
    number: fields.line('number'),
    summary: summary === undefined ? undefined : htmlToText(summary),
    publisher: fields.line('publisher'),
    imprint: fields.line('imprint'),
    formatDetail: fields.line('format'),
    languageIso: fields.checked('languageiso', normalizeLanguage),
    seriesGroups: fields.list('seriesgroup'),
    mainCharacter: fields.line('maincharacterorteam'),
    ...readRemarks(fields),
  });
}

function readRemarks(fields: FieldReader): Partial<EmbeddedMetadata> {
  const text = (name: string): string | undefined => {
    const written = fields.first(name);
    return written === undefined ? undefined : htmlToText(written);
  };
  return compact<EmbeddedMetadata>({
    notes: text('notes'),
    review: text('review'),
    scanInformation: fields.line('scaninformation'),
  });
}

function readNumbers(fields: FieldReader): Partial<EmbeddedMetadata> {
  const integer = (name: string, min: number, max?: number): number | undefined =>
    fields.checked(name, (text) => readInteger(text, min, max));
  return compact<EmbeddedMetadata>({
    chapter: readDecimal(fields.line('number'), 0, 1_000_000),
    count: integer('count', 0),
    volume: integer('volume', 0),
    // Out of range equals not a number, so that `checkDate` only checks the calendar.
    ...checkDate(integer('year', 1000, 2999), integer('month', 1, 12), integer('day', 1, 31)),
    communityRating: fields.checked('communityrating', (text) => readDecimal(text, 0, 5)),
  });
}

function readFlags(fields: FieldReader): Partial<EmbeddedMetadata> {
  const manga = fields.first('manga')?.toLowerCase();
  const age = fields.checked('agerating', readAgeRating);
  return compact<EmbeddedMetadata>({
    manga: manga === 'yesandrighttoleft' ? true : readFlag(manga),
    readingDirection: manga === 'yesandrighttoleft' ? 'rtl' : undefined,
    blackAndWhite: readFlag(fields.first('blackandwhite')?.toLowerCase()),
    ageRating: age ?? undefined,
  });
}

function readFlag(text: string | undefined): boolean | undefined {
  if (text === 'yes' || text === 'true' || text === '1') return true;
  if (text === 'no' || text === 'false' || text === '0') return false;
  return undefined;
}

function readLists(fields: FieldReader): Partial<EmbeddedMetadata> {
  const { all, list } = fields;
  return compact<EmbeddedMetadata>({
    contributors: PEOPLE.flatMap(([field, role]) => list(field).map((name): Contributor => ({ name, role }))),
    genres: list('genre'),
    tags: list('tags'),
    characters: list('characters'),
    teams: list('teams'),
    locations: list('locations'),
    isbns: distinctIsbns(all('gtin').flatMap((text) => readIsbn(text) ?? findIsbns(text))),
    links: readLinks(all('web')),
    storyArcs: readArcs(fields),
    alternateSeries: readAlternateSeries(fields),
  });
}

/** Addresses are separated by spaces since 2.1, by commas before. */
function readLinks(texts: readonly string[]): { readonly source: string; readonly url: string }[] {
  const parts = texts.flatMap((text) => text.split(/\s+|[,;](?=\s*https?:)/));
  const urls = parts.map((part) => readWebAddress(part.replace(/[,;]$/, '')));
  return [...new Set(urls)].flatMap((url) => (url === undefined ? [] : [{ source: 'comicinfo', url }]));
}

function readArcs(fields: FieldReader): { readonly name: string; readonly number?: string }[] {
  const names = positions(fields, 'storyarc');
  const numbers = positions(fields, 'storyarcnumber');
  return names.flatMap((name, index) => (name === '' ? [] : [{ name, ...compact({ number: numbers[index] }) }]));
}

function readAlternateSeries(
  fields: FieldReader,
): { readonly name: string; readonly number?: string; readonly count?: number }[] {
  const numbers = positions(fields, 'alternatenumber');
  const counts = positions(fields, 'alternatecount');
  const names = positions(fields, 'alternateseries');
  const whole = fields.line('alternateseries');
  // A name may contain commas: it is a list only when the numbers form one of the same length.
  const listed = names.length === 1 || names.length === numbers.length ? names : whole === undefined ? [] : [whole];
  return listed.flatMap((name, index) => {
    if (name === '') return [];
    return [{ name, ...compact({ number: numbers[index], count: readInteger(counts[index], 0) }) }];
  });
}

/** Parts of a positional list: empty parts stay, so that numbers and names match. */
function positions(fields: FieldReader, name: string): readonly string[] {
  const texts = fields.all(name);
  return texts.length === 0
    ? []
    : texts
        .join(',')
        .split(/[,;]/)
        .map((part) => part.replace(/\s+/g, ' ').trim());
}
