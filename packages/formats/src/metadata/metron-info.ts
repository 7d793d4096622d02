import { type Contributor, type EmbeddedMetadata, type FormatProblem } from '../reading.ts';
import { htmlToText } from '../xml/html-text.ts';
import { findAttribute, childElements, findChild, readElementText, type XmlElement } from '../xml/tree.ts';
import { readAgeRating } from './age-rating.ts';
import { distinctContributors, readComicRole } from './contributor-roles.ts';
import {
  type DocumentLimits,
  type DocumentReading,
  type FieldReader,
  fromSource,
  openDocument,
  readFields,
} from './field-reader.ts';
import { distinctIsbns, readIsbn } from './isbn.ts';
import { normalizeLanguage } from './language.ts';
import { compact, distinct, type PartialDate, readDate, readDecimal, readInteger, readWebAddress } from './values.ts';

const NAME = { source: 'MetronInfo.xml', code: 'metron-info' };

/** Words of MetronInfo, whose teens are younger than those of ComicInfo. */
const AGES: ReadonlyMap<string, number> = new Map([
  ['everyone', 0],
  ['teen', 12],
  ['teen plus', 15],
  ['mature', 17],
  ['explicit', 18],
  ['adult', 18],
]);

/**
 * Reads MetronInfo.xml. An invalid value only loses its own field.
 * @see MetronInfo schema 1.0, Metron Project
 */
export function readMetronInfo(xml: Uint8Array, limits: DocumentLimits): DocumentReading {
  const { root, problems } = openDocument(xml, limits, { ...NAME, rootName: 'MetronInfo' });
  if (root === undefined) return { metadata: { sources: [] }, problems };
  const issue = readFields(root, NAME, problems);
  const values = compact<EmbeddedMetadata>({
    ...readIssue(root, issue, problems),
    ...readSeries(findChild(root, 'Series'), problems),
    ...readPublisher(findChild(root, 'Publisher')),
    ...readLists(root),
    volume: issue.checked('mangavolume', (text) => readInteger(text, 0)) ?? seriesVolume(root, problems),
  });
  return { metadata: fromSource(NAME.source, values), problems };
}

function readIssue(root: XmlElement, issue: FieldReader, problems: FormatProblem[]): Partial<EmbeddedMetadata> {
  const number = issue.line('number');
  const summary = issue.first('summary');
  return compact<EmbeddedMetadata>({
    title: issue.line('collectiontitle') ?? resources(root, 'Stories', 'Story').join('; '),
    number,
    chapter: readDecimal(number, 0, 1_000_000),
    summary: summary === undefined ? undefined : htmlToText(summary),
    ...readIssueDate(issue),
    ageRating: issue.checked('agerating', (text) => AGES.get(text.toLowerCase()) ?? readAgeRating(text)) ?? undefined,
    notes: issue.first('notes'),
    isbns: readGtin(findChild(root, 'GTIN'), problems),
  });
}

/** The cover date, else the store date, which is some weeks earlier. */
function readIssueDate(issue: FieldReader): PartialDate {
  const read = (text: string): PartialDate | undefined => {
    const date = readDate(text);
    return date.year === undefined ? undefined : date;
  };
  return issue.checked('coverdate', read) ?? issue.checked('storedate', read) ?? {};
}

function readGtin(element: XmlElement | undefined, problems: FormatProblem[]): readonly string[] {
  if (element === undefined) return [];
  return distinctIsbns([readFields(element, NAME, problems).checked('isbn', readIsbn)]);
}

function readSeries(element: XmlElement | undefined, problems: FormatProblem[]): Partial<EmbeddedMetadata> {
  if (element === undefined) return {};
  const series = readFields(element, NAME, problems);
  const name = series.line('name');
  const names = resources(element, 'AlternativeNames', 'AlternativeName');
  return compact<EmbeddedMetadata>({
    series: name,
    count: series.checked('issuecount', (text) => readInteger(text, 0)),
    formatDetail: series.line('format'),
    languageIso: normalizeLanguage(findAttribute(element, 'lang') ?? ''),
    alternateSeries: names.filter((other) => other !== name).map((other) => ({ name: other })),
  });
}

/** For manga, the volume of the collected edition counts; it is read elsewhere. */
function seriesVolume(root: XmlElement, problems: FormatProblem[]): number | undefined {
  const element = findChild(root, 'Series');
  return element === undefined
    ? undefined
    : readFields(element, NAME, problems).checked('volume', (text) => readInteger(text, 0));
}

function readPublisher(element: XmlElement | undefined): Partial<EmbeddedMetadata> {
  if (element === undefined) return {};
  const { line } = readFields(element, NAME, []);
  return compact<EmbeddedMetadata>({ publisher: line('name'), imprint: line('imprint') });
}

function readLists(root: XmlElement): Partial<EmbeddedMetadata> {
  return compact<EmbeddedMetadata>({
    genres: resources(root, 'Genres', 'Genre'),
    tags: resources(root, 'Tags', 'Tag'),
    characters: resources(root, 'Characters', 'Character'),
    teams: resources(root, 'Teams', 'Team'),
    locations: resources(root, 'Locations', 'Location'),
    storyArcs: readArcs(root),
    links: readLinks(root),
    contributors: distinctContributors(readCredits(root)),
  });
}

/** Texts of the items of a list element: `Genres` holds `Genre`. */
function resources(parent: XmlElement, list: string, item: string): readonly string[] {
  return distinct(listItems(parent, list, item).map(readElementText));
}

function listItems(parent: XmlElement, list: string, item: string): readonly XmlElement[] {
  const element = findChild(parent, list);
  return element === undefined ? [] : childElements(element, item);
}

function readArcs(root: XmlElement): { readonly name: string; readonly number?: string }[] {
  return listItems(root, 'Arcs', 'Arc').flatMap((arc) => {
    const { line } = readFields(arc, NAME, []);
    const name = line('name');
    return name === undefined ? [] : [{ name, ...compact({ number: line('number') }) }];
  });
}

/** The primary address comes first. */
function readLinks(root: XmlElement): { readonly source: string; readonly url: string }[] {
  const isPrimary = (element: XmlElement): boolean => /^(?:true|1)$/i.test(findAttribute(element, 'primary') ?? '');
  const urls = listItems(root, 'URLs', 'URL')
    .toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)))
    .map((element) => readWebAddress(readElementText(element)));
  return [...new Set(urls)].flatMap((url) => (url === undefined ? [] : [{ source: 'metroninfo', url }]));
}

function readCredits(root: XmlElement): readonly Contributor[] {
  return listItems(root, 'Credits', 'Credit').flatMap((credit) => {
    const creator = findChild(credit, 'Creator');
    const name = creator === undefined ? '' : readElementText(creator);
    const roles = resources(credit, 'Roles', 'Role').map(readComicRole);
    return (roles.length === 0 ? (['contributor'] as const) : roles).flatMap((role) =>
      role === null ? [] : [{ name, role }],
    );
  });
}
