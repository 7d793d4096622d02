import { type Contributor, type EmbeddedMetadata } from '../reading.ts';
import { htmlToText } from '../xml/html-text.ts';
import { findAttribute, findChild, readElementRawText, type XmlElement } from '../xml/tree.ts';
import { distinctIsbns, readIsbn } from './isbn.ts';
import { normalizeLanguage } from './language.ts';
import { collectStatements, type OpfStatement, type OpfStatements } from './opf-refinements.ts';
import { compact, distinct, type PartialDate, readDate, readDecimal } from './values.ts';

/** Roles by MARC relator code or English word; null for people who made the file, not the book. */
const ROLES: ReadonlyMap<string, Contributor['role'] | null> = new Map<string, Contributor['role'] | null>([
  ['aut', 'author'],
  ['author', 'author'],
  ['cre', 'author'],
  ['aui', 'contributor'],
  ['ill', 'illustrator'],
  ['illustrator', 'illustrator'],
  ['art', 'illustrator'],
  ['artist', 'illustrator'],
  ['edt', 'editor'],
  ['editor', 'editor'],
  ['com', 'editor'],
  ['trl', 'translator'],
  ['translator', 'translator'],
  ['clr', 'colorist'],
  ['colorist', 'colorist'],
  ['cov', 'cover_artist'],
  ['wri', 'writer'],
  ['writer', 'writer'],
  ['penciller', 'penciller'],
  ['inker', 'inker'],
  ['letterer', 'letterer'],
  ['bkp', null],
  ['bkd', null],
  ['mrk', null],
  ['mdc', null],
  ['pbl', null],
  ['tyg', null],
]);

/**
 * Metadata of a package document, EPUB 2 and 3, with refinements and the fields of calibre and Kindle.
 * @see EPUB 3.3 section 5.5, EPUB 3 metadata vocabulary appendix D.3, OPF 2.0.1 section 2.2
 */
export function readOpfMetadata(root: XmlElement): EmbeddedMetadata {
  const statements = collectStatements(root);
  const values = compact<EmbeddedMetadata>({
    ...readTitles(statements),
    ...readSeries(statements),
    ...chooseDate(statements),
    ...readDirection(root, statements),
    summary: statements
      .named('description')
      .map(({ element }) => htmlToText(readElementRawText(element)))
      .find((text) => text !== ''),
    publisher: statements.named('publisher')[0]?.text,
    languageIso: statements
      .named('language')
      .map(({ text }) => normalizeLanguage(text))
      .find((tag) => tag !== undefined),
    subjects: distinct(statements.named('subject').map(({ text }) => text)),
    genres: distinct(statements.named('subject').map(({ text }) => text)),
    contributors: readContributors(statements),
    isbns: readIsbns(statements),
    communityRating: halve(readDecimal(statements.meta('calibre:rating'), 0, 10)),
  });
  return { ...values, sources: Object.keys(values).length === 0 ? [] : ['package document'] };
}

function readTitles(statements: OpfStatements): Partial<EmbeddedMetadata> {
  const titles = statements.named('title');
  const typed = (type: string): OpfStatement | undefined =>
    titles.find((title) => statements.refinement(title, 'title-type') === type);
  const main =
    typed('main') ?? titles.find((title) => statements.refinement(title, 'title-type') === undefined) ?? titles[0];
  return compact<EmbeddedMetadata>({
    title: main?.text,
    titleSort: (main === undefined ? undefined : fileAs(statements, main)) ?? statements.meta('calibre:title_sort'),
    subtitle: typed('subtitle')?.text,
    edition: typed('edition')?.text,
  });
}

function fileAs(statements: OpfStatements, statement: OpfStatement): string | undefined {
  const text = statements.refinement(statement, 'file-as') ?? findAttribute(statement.element, 'file-as');
  return text === statement.text ? undefined : text;
}

function readContributors(statements: OpfStatements): readonly Contributor[] {
  const people = [
    ...inDisplayOrder(statements, statements.named('creator')).map((person) =>
      contributor(statements, person, 'author'),
    ),
    ...inDisplayOrder(statements, statements.named('contributor')).map((person) =>
      contributor(statements, person, 'contributor'),
    ),
  ];
  const known = new Set<string>();
  return people.filter((person): person is Contributor => {
    if (person === undefined) return false;
    const key = `${person.role} ${person.name.toLowerCase()}`;
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

function contributor(
  statements: OpfStatements,
  person: OpfStatement,
  fallback: Contributor['role'],
): Contributor | undefined {
  const code = statements.refinement(person, 'role') ?? findAttribute(person.element, 'role');
  // Codes are bare (`aut`), prefixed (`marc:aut`) or addresses (`http://id.loc.gov/vocabulary/relators/aut`).
  const role = code === undefined ? fallback : ROLES.get(code.toLowerCase().replace(/^.*[:/#]/, ''));
  if (role === null) return undefined;
  return { name: person.text, role: role ?? 'contributor', ...compact({ sortName: fileAs(statements, person) }) };
}

function inDisplayOrder(statements: OpfStatements, people: readonly OpfStatement[]): readonly OpfStatement[] {
  const place = (person: OpfStatement): number =>
    readDecimal(statements.refinement(person, 'display-seq'), 0, 100_000) ?? Number.POSITIVE_INFINITY;
  return people.toSorted((a, b) => {
    const [first, second] = [place(a), place(b)];
    return first === second ? 0 : first - second;
  });
}

/** The EPUB 3 series, then calibre's fields, then other collections. */
function readSeries(statements: OpfStatements): Partial<EmbeddedMetadata> {
  const collections = statements.properties('belongs-to-collection');
  const readCollectionType = (statement: OpfStatement): string | undefined =>
    statements.refinement(statement, 'collection-type');
  const series = collections.find((statement) => readCollectionType(statement) === 'series');
  const calibre = statements.meta('calibre:series') ?? statements.properties('calibre:series')[0]?.text;
  if (series === undefined && calibre !== undefined) {
    const index = statements.meta('calibre:series_index') ?? statements.properties('calibre:series_index')[0]?.text;
    return seriesEntry(calibre, index);
  }
  const chosen = series ?? collections[0];
  return chosen === undefined ? {} : seriesEntry(chosen.text, statements.refinement(chosen, 'group-position'));
}

function seriesEntry(series: string, number: string | undefined): Partial<EmbeddedMetadata> {
  return compact<EmbeddedMetadata>({ series, number, seriesPosition: readDecimal(number, 0, 1_000_000) });
}

/** The publication date; a creation date only when no date has a meaning. */
function chooseDate(statements: OpfStatements): PartialDate {
  const dates = statements.named('date').map((statement) => ({
    event: findAttribute(statement.element, 'event')?.toLowerCase() ?? '',
    date: readDate(statement.text),
  }));
  const readable = dates.filter(({ date }) => date.year !== undefined);
  const byEvent = (event: string): PartialDate | undefined => readable.find((entry) => entry.event === event)?.date;
  const issued = statements.properties('dcterms:issued')[0];
  return (
    byEvent('publication') ??
    byEvent('original-publication') ??
    byEvent('') ??
    (issued === undefined ? {} : readDate(issued.text))
  );
}

function readDirection(root: XmlElement, statements: OpfStatements): Partial<EmbeddedMetadata> {
  const spine = findChild(root, 'spine');
  const declared = spine === undefined ? undefined : findAttribute(spine, 'page-progression-direction');
  if (declared === 'rtl' || declared === 'ltr') return { readingDirection: declared };
  // Kindle books state it as `horizontal-rl`, `vertical-rl`.
  const mode = statements.meta('primary-writing-mode');
  return mode?.endsWith('-rl') === true ? { readingDirection: 'rtl' } : {};
}

function readIsbns(statements: OpfStatements): readonly string[] {
  return distinctIsbns(
    statements.named('identifier').map((statement) => {
      const type =
        statements.refinement(statement, 'identifier-type') ?? findAttribute(statement.element, 'scheme') ?? '';
      const isbn = readIsbn(statement.text);
      // One in eleven ten-digit numbers passes the check by chance: they need a word that marks them.
      const marked = /isbn/i.test(type) || /isbn/i.test(statement.text) || type === '02' || type === '15';
      return marked || isbn?.length === 13 ? isbn : undefined;
    }),
  );
}

function halve(rating: number | undefined): number | undefined {
  return rating === undefined ? undefined : rating / 2;
}
