import { FormatError } from '../format-error.ts';
import { type Limits } from '../limits.ts';
import { type Contributor, type EmbeddedMetadata, type FormatProblem } from '../reading.ts';
import { htmlToText } from '../xml/html-text.ts';
import { parseXml, type XmlDocument } from '../xml/parse-xml.ts';
import { attributeOf, childElements, rawTextOf, type XmlElement } from '../xml/tree.ts';
import { readAgeRating } from './age-rating.ts';
import { distinctIsbns, findIsbns, readIsbn } from './isbn.ts';
import { normalizeLanguage } from './language.ts';
import { checkDate, compact, readDecimal, readInteger, readWebAddress, splitList } from './values.ts';

const SOURCE = 'ComicInfo.xml';

/** What a ComicInfo document says. */
export interface ComicInfo {
  readonly metadata: EmbeddedMetadata;
  /** 0-based page the document marks as front cover; it may lie outside the book. */
  readonly coverIndex: number | null;
  readonly problems: readonly FormatProblem[];
}

/** Text of every element by lower-case name, blank ones left out; repeated elements are all kept. */
type Fields = ReadonlyMap<string, readonly string[]>;

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
 * Reads ComicInfo.xml. Each field stands for itself: a bad value loses that field and adds a problem, never the rest. Never
 * throws: a document that is no ComicInfo gives no metadata and a problem.
 * @see ComicInfo schema 2.1, The Anansi Project
 */
export function readComicInfo(xml: Buffer, limits: Pick<Limits, 'documentBytes' | 'xmlDepth'>): ComicInfo {
  let document: XmlDocument;
  try {
    document = parseXml(xml, limits);
  } catch (error) {
    if (error instanceof FormatError) return nothing(error.code, `${SOURCE} cannot be read: ${error.message}`);
    throw error;
  }
  const { root, recovered } = document;
  if (root.name.toLowerCase() !== 'comicinfo') {
    return nothing('comic-info.wrong-root', `${SOURCE} holds "${root.name.slice(0, 80)}", expected "ComicInfo"`);
  }
  const problems: FormatProblem[] = [];
  if (recovered)
    problems.push({ code: 'xml.malformed', message: `${SOURCE} is not well-formed: what could be read is used` });
  const fields = collectFields(root);
  return { metadata: readFields(fields, problems), coverIndex: findCover(root), problems };
}

function nothing(code: string, message: string): ComicInfo {
  return { metadata: { sources: [] }, coverIndex: null, problems: [{ code, message }] };
}

function collectFields(root: XmlElement): Fields {
  const fields = new Map<string, string[]>();
  for (const element of childElements(root)) {
    const text = rawTextOf(element).trim();
    if (text === '') continue;
    const name = element.name.toLowerCase();
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [text]);
    else known.push(text);
  }
  return fields;
}

function readFields(fields: Fields, problems: FormatProblem[]): EmbeddedMetadata {
  const values = compact<EmbeddedMetadata>({
    ...readNumbers(fields, problems),
    ...readFlags(fields, problems),
    ...readLists(fields),
    title: line(fields, 'title'),
    series: line(fields, 'series'),
    number: line(fields, 'number'),
    summary: optional(fields, 'summary', htmlToText),
    publisher: line(fields, 'publisher'),
    imprint: line(fields, 'imprint'),
    formatDetail: line(fields, 'format'),
    languageIso: checked(fields, 'languageiso', normalizeLanguage, problems),
  });
  return { ...values, sources: Object.keys(values).length === 0 ? [] : [SOURCE] };
}

function readNumbers(fields: Fields, problems: FormatProblem[]): Partial<EmbeddedMetadata> {
  const integer = (name: string, min: number, max?: number): number | undefined =>
    checked(fields, name, (text) => readInteger(text, min, max), problems);
  return compact<EmbeddedMetadata>({
    chapter: readDecimal(line(fields, 'number'), 0, 1_000_000),
    count: integer('count', 0),
    volume: integer('volume', 0),
    // Out of range and not a number are the same mistake: `checkDate` then sees what the calendar alone can tell.
    ...checkDate(integer('year', 1000, 2999), integer('month', 1, 12), integer('day', 1, 31)),
    communityRating: checked(fields, 'communityrating', (text) => readDecimal(text, 0, 5), problems),
  });
}

function readFlags(fields: Fields, problems: FormatProblem[]): Partial<EmbeddedMetadata> {
  const manga = first(fields, 'manga')?.toLowerCase();
  const age = checked(fields, 'agerating', readAgeRating, problems);
  return compact<EmbeddedMetadata>({
    manga: manga === 'yesandrighttoleft' ? true : readFlag(manga),
    readingDirection: manga === 'yesandrighttoleft' ? 'rtl' : undefined,
    blackAndWhite: readFlag(first(fields, 'blackandwhite')?.toLowerCase()),
    ageRating: age ?? undefined,
  });
}

function readFlag(text: string | undefined): boolean | undefined {
  if (text === 'yes' || text === 'true' || text === '1') return true;
  if (text === 'no' || text === 'false' || text === '0') return false;
  return undefined;
}

function readLists(fields: Fields): Partial<EmbeddedMetadata> {
  const list = (name: string): readonly string[] => splitList(fields.get(name)?.join(','));
  return compact<EmbeddedMetadata>({
    contributors: PEOPLE.flatMap(([field, role]) => list(field).map((name): Contributor => ({ name, role }))),
    genres: list('genre'),
    tags: list('tags'),
    characters: list('characters'),
    teams: list('teams'),
    locations: list('locations'),
    isbns: distinctIsbns((fields.get('gtin') ?? []).flatMap((text) => readIsbn(text) ?? findIsbns(text))),
    links: readLinks(fields.get('web') ?? []),
    storyArcs: readArcs(fields),
    alternateSeries: readAlternateSeries(fields),
  });
}

/** Addresses are separated by spaces since 2.1; before, people used commas. */
function readLinks(texts: readonly string[]): { readonly source: string; readonly url: string }[] {
  const parts = texts.flatMap((text) => text.split(/\s+|[,;](?=\s*https?:)/));
  const urls = parts.map((part) => readWebAddress(part.replace(/[,;]$/, '')));
  return [...new Set(urls)].flatMap((url) => (url === undefined ? [] : [{ source: 'comicinfo', url }]));
}

function readArcs(fields: Fields): { readonly name: string; readonly number?: string }[] {
  const names = positions(fields, 'storyarc');
  const numbers = positions(fields, 'storyarcnumber');
  return names.flatMap((name, index) => (name === '' ? [] : [{ name, ...compact({ number: numbers[index] }) }]));
}

function readAlternateSeries(
  fields: Fields,
): { readonly name: string; readonly number?: string; readonly count?: number }[] {
  const numbers = positions(fields, 'alternatenumber');
  const counts = positions(fields, 'alternatecount');
  const names = positions(fields, 'alternateseries');
  const whole = line(fields, 'alternateseries');
  // One name may hold commas: it is a list only when the numbers are one of the same length.
  const listed = names.length === 1 || names.length === numbers.length ? names : whole === undefined ? [] : [whole];
  return listed.flatMap((name, index) => {
    if (name === '') return [];
    return [{ name, ...compact({ number: numbers[index], count: readInteger(counts[index], 0) }) }];
  });
}

/** Parts of a list whose places matter: empty parts stay, so that the n-th number belongs to the n-th name. */
function positions(fields: Fields, name: string): readonly string[] {
  const text = fields.get(name)?.join(',');
  return text === undefined ? [] : text.split(/[,;]/).map((part) => part.replace(/\s+/g, ' ').trim());
}

function findCover(root: XmlElement): number | null {
  for (const pages of childElements(root)) {
    if (pages.name.toLowerCase() !== 'pages') continue;
    for (const page of childElements(pages)) {
      if (!/\bFrontCover\b/i.test(attributeOf(page, 'Type') ?? '')) continue;
      const index = readInteger(attributeOf(page, 'Image'), 0);
      if (index !== undefined) return index;
    }
  }
  return null;
}

function first(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.[0];
}

function line(fields: Fields, name: string): string | undefined {
  return first(fields, name)?.replace(/\s+/g, ' ');
}

function optional<T>(fields: Fields, name: string, read: (text: string) => T): T | undefined {
  const text = first(fields, name);
  return text === undefined ? undefined : read(text);
}

/** How programs write that a field has no value. */
const UNSET = new Set(['-1', 'unknown']);

/** Reads a field and reports it when it holds something that cannot be used. */
function checked<T>(
  fields: Fields,
  name: string,
  read: (text: string) => T | undefined,
  problems: FormatProblem[],
): T | undefined {
  const text = first(fields, name);
  if (text === undefined || UNSET.has(text.toLowerCase())) return undefined;
  const value = read(text);
  if (value === undefined) {
    problems.push({ code: 'comic-info.bad-value', message: `${SOURCE}: "${name}" cannot be "${text.slice(0, 80)}"` });
  }
  return value;
}
