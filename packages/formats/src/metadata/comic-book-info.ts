import { type Contributor, type EmbeddedMetadata, type FormatProblem } from '../reading.ts';
import { htmlToText } from '../xml/html-text.ts';
import { distinctContributors, readComicRole } from './contributor-roles.ts';
import { type DocumentReading, fromSource, readChecked } from './field-reader.ts';
import { asObject, itemsIn, type JsonObject, lineIn, parseJsonObject, textIn, textsIn } from './json-object.ts';
import { normalizeLanguage } from './language.ts';
import { checkDate, compact, distinct, readDecimal, readInteger, splitList } from './values.ts';

const NAME = { source: 'ComicBookInfo', code: 'comic-book-info' };

/** Longer comments are no metadata; a ZIP comment has at most 64 KiB. */
const MAX_COMMENT = 1024 * 1024;

/**
 * Reads ComicBookInfo from an archive comment. Most comments are something else and yield nothing.
 * @see ComicBookInfo 1.0
 */
export function readComicBookInfo(comment: Uint8Array): DocumentReading {
  const document = comment.length > MAX_COMMENT ? undefined : parseJsonObject(comment);
  const key = Object.keys(document ?? {}).find((name) => name.startsWith('ComicBookInfo/'));
  const info = document === undefined || key === undefined ? undefined : asObject(document[key]);
  if (info === undefined) return { metadata: { sources: [] }, problems: [] };
  const problems: FormatProblem[] = [];
  return { metadata: fromSource(NAME.source, readValues(info, problems)), problems };
}

function readValues(info: JsonObject, problems: FormatProblem[]): Partial<EmbeddedMetadata> {
  const checked = <T>(field: string, read: (text: string) => T | undefined): T | undefined =>
    readChecked({ ...NAME, field, text: textIn(info, field) }, read, problems);
  const integer = (field: string, min: number, max?: number): number | undefined =>
    checked(field, (text) => readInteger(text, min, max));
  const number = lineIn(info, 'issue');
  const summary = textIn(info, 'comments');
  return compact<EmbeddedMetadata>({
    title: lineIn(info, 'title'),
    series: lineIn(info, 'series'),
    number,
    chapter: readDecimal(number, 0, 1_000_000),
    count: integer('numberOfIssues', 0),
    volume: integer('volume', 0),
    ...checkDate(integer('publicationYear', 1000, 2999), integer('publicationMonth', 1, 12)),
    summary: summary === undefined ? undefined : htmlToText(summary),
    publisher: lineIn(info, 'publisher'),
    genres: splitList(textIn(info, 'genre')),
    tags: distinct(textsIn(info, 'tags')),
    languageIso: checked('language', normalizeLanguage),
    communityRating: checked('rating', (text) => readDecimal(text, 0, 5)),
    contributors: distinctContributors(itemsIn(info, 'credits').flatMap(readCredit)),
  });
}

/** Names come as `Family, Given` or in spoken order. */
function readCredit(credit: unknown): readonly Contributor[] {
  const object = asObject(credit);
  const written = object === undefined ? undefined : lineIn(object, 'person');
  if (object === undefined || written === undefined) return [];
  const role = readComicRole(lineIn(object, 'role') ?? '');
  if (role === null) return [];
  const [family, given, more] = written.split(',').map((part) => part.trim());
  const isTurned = more === undefined && family !== undefined && family !== '' && given !== undefined && given !== '';
  return [isTurned ? { name: `${given} ${family}`, role, sortName: written } : { name: written, role }];
}
