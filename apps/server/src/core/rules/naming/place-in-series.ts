import type { Pattern } from '../text/pattern.ts';
import type { SeriesRules } from './series-rules.ts';
import { isTellingTitle } from './telling-title.ts';

/** Removes the last extension: `book.vol.1.cbz` gives `book.vol.1`. */
export function stripExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? fileName.slice(0, dot) : fileName;
}

/** The last part of a path. */
export function toFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folders of a path, starting at the library's root. */
export function splitFolders(path: string): readonly string[] {
  return path.split('/').slice(0, -1);
}

const PLACEHOLDER = /\{(\w{1,64})\}/g;

/** Fills `{name}` placeholders. Missing values are empty, other braces vanish, and white space collapses. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  const filled = template.replace(
    PLACEHOLDER,
    (_, name: string) => (Object.hasOwn(values, name) ? values[name] : '') ?? '',
  );
  return filled.replace(/[{}]/g, '').replace(/\s+/g, ' ').trim();
}

/** Facts that decide the series of a book. */
export interface PlacedFile {
  /** Relative to the library's root, `/` separated. */
  readonly path: string;
  /** From the file or a sidecar; null without a series, undefined before the analysis. */
  readonly statedSeries?: string | null | undefined;
  readonly statedAuthor?: string | null | undefined;
  readonly statedTitle?: string | null | undefined;
}

interface Reason {
  readonly rule: ReasonRule;
  readonly input: string;
}

export const REASON_RULES = [
  'folder',
  'file-in-root',
  'file-without-series-folder',
  'file-name-pattern',
  'file-name-start',
  'file-name',
  'stated-series',
  'book-alone',
  'no-stated-series',
  'calibre-title',
  'calibre-author',
  'path-pattern',
  'path-pattern-missed',
] as const;
type ReasonRule = (typeof REASON_RULES)[number];

/** The series of a book file. */
export interface Place {
  readonly groupPath: string;
  readonly name: string;
  /** Named by folders above the series. */
  readonly publisher?: string | undefined;
  /** From the folders, for a book whose own name has none. */
  readonly volume?: number | undefined;
  /** From the file name of a library with one chapter per file, parsed leniently. */
  readonly chapter?: number | undefined;
  readonly reason: Reason;
}

const UNSORTED = 'Unsorted';
const UNKNOWN = 'Unknown';
const UNKNOWN_AUTHOR = 'Unknown Author';
/** Volume folders; more digits are no volume. */
const VOLUME_FOLDER = /^(?:volume|vol\.?|v)\s*(\d{1,5})$/i;
const CHAPTER_NAME = /(?:^|[\s_\-[(])(?:chapter|ch\.?|c|#)\s*(\d{1,9}(?:\.\d{1,3})?)/i;
const FIRST_NUMBER = /\d{1,9}(?:\.\d{1,3})?/;
const ID_SUFFIX = /\s*\(\d+\)$/;

function trimText(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** A file as a series of its own, whose path starts with `/`, unlike any folder's. */
function placeAlone(path: string, rule: ReasonRule): Place {
  const place = stripExtension(path);
  return { groupPath: `/${place}`, name: toFileName(place), reason: { rule, input: path } };
}

function placeInFolder(path: string): Place {
  const folders = splitFolders(path);
  const name = folders.at(-1);
  if (name === undefined) return placeAlone(path, 'file-in-root');
  return { groupPath: folders.join('/'), name, reason: { rule: 'folder', input: name } };
}

function placeByVolumeFolders(path: string): Place {
  const folders = splitFolders(path);
  if (folders.length === 0) {
    return { groupPath: '', name: UNSORTED, reason: { rule: 'file-without-series-folder', input: path } };
  }
  const stem = stripExtension(toFileName(path));
  const volume = VOLUME_FOLDER.exec(folders.at(-2) ?? '')?.[1];
  const chapter = CHAPTER_NAME.exec(stem)?.[1] ?? FIRST_NUMBER.exec(stem)?.[0];
  return {
    ...placeInFolder(path),
    ...(volume === undefined ? {} : { volume: Number(volume) }),
    ...(chapter === undefined ? {} : { chapter: Number(chapter) }),
  };
}

function placeFlat(file: PlacedFile, patterns: readonly Pattern[]): Place {
  const fileName = toFileName(file.path);
  const named = (name: string, rule: ReasonRule): Place => ({
    groupPath: name,
    name,
    reason: { rule, input: fileName },
  });
  for (const pattern of patterns) {
    const name = trimText(pattern.find(fileName)?.first);
    if (name !== undefined) return named(name, 'file-name-pattern');
  }
  const start = /^[^\d#[(]+/.exec(fileName)?.[0].trim();
  const stem = stripExtension(fileName);
  // A name without such a character reaches up to its extension.
  if (start !== undefined && start !== '' && start !== fileName) return named(start, 'file-name-start');
  return named(stem, 'file-name');
}

function placeByStatement({ path, statedSeries }: PlacedFile): Place {
  const name = trimText(statedSeries);
  if (name !== undefined) return { groupPath: name, name, reason: { rule: 'stated-series', input: name } };
  return { groupPath: UNKNOWN, name: UNKNOWN, reason: { rule: 'no-stated-series', input: toFileName(path) } };
}

/** A book that states no series stands alone, under its own title. */
function placeByMetadata(file: PlacedFile): Place {
  if (trimText(file.statedSeries) !== undefined) return placeByStatement(file);
  const alone = placeAlone(file.path, 'book-alone');
  const title = trimText(file.statedTitle);
  return title !== undefined && isTellingTitle(title) ? { ...alone, name: title } : alone;
}

function placeBelowPublisher(path: string, skipDepth: number, storesPublisher: boolean): Place {
  const folders = splitFolders(path);
  const skipped = folders.slice(0, skipDepth).join('/');
  const publisher = storesPublisher && skipped !== '' ? { publisher: skipped } : {};
  if (folders.length > skipDepth) return { ...placeInFolder(path), ...publisher };
  const reason = { rule: 'file-without-series-folder', input: path } as const;
  return { groupPath: folders.join('/'), name: UNSORTED, ...publisher, reason };
}

type Calibre = Extract<SeriesRules, { readonly strategy: 'calibre' }>;

function placeByAuthor(file: PlacedFile, authorFolder: string | undefined): Place {
  const author = authorFolder ?? trimText(file.statedAuthor);
  const groupPath = authorFolder === undefined ? author : splitFolders(file.path).slice(0, -1).join('/');
  return {
    groupPath: groupPath ?? UNKNOWN_AUTHOR,
    name: author ?? UNKNOWN_AUTHOR,
    reason: { rule: 'calibre-author', input: author ?? file.path },
  };
}

function placeByTitleFolder(path: string, titleFolder: string, stripsIdSuffix: boolean): Place {
  const stripped = stripsIdSuffix ? titleFolder.replace(ID_SUFFIX, '') : titleFolder;
  const name = stripped === '' ? titleFolder : stripped;
  return { groupPath: splitFolders(path).join('/'), name, reason: { rule: 'calibre-title', input: titleFolder } };
}

function placeCalibre(file: PlacedFile, rules: Calibre): Place {
  const folders = splitFolders(file.path);
  const titleFolder = folders.at(-1);
  if (titleFolder === undefined) return placeAlone(file.path, 'file-in-root');
  if (rules.mode === 'by_author') return placeByAuthor(file, rules.authorFromFolder ? folders.at(-2) : undefined);
  const stated = rules.mode === 'from_metadata' ? trimText(file.statedSeries) : undefined;
  if (stated === undefined) return placeByTitleFolder(file.path, titleFolder, rules.stripsIdSuffix);
  const groupPath = [...folders.slice(0, -1), stated].join('/');
  return { groupPath, name: stated, reason: { rule: 'stated-series', input: stated } };
}

function placeByPattern(path: string, pattern: Pattern | undefined, template: string): Place {
  const found = pattern?.find(path);
  if (found === undefined) {
    return { ...placeInFolder(path), reason: { rule: 'path-pattern-missed', input: path } };
  }
  const filled = fillTemplate(template, found.named);
  const name = filled === '' ? UNSORTED : filled;
  return { groupPath: name, name, reason: { rule: 'path-pattern', input: found.text } };
}

/**
 * Finds the series of a book file by the library's strategy:
 * - `series_volume`: each folder is a series, and each file in the root.
 * - `series_volume_chapter`: the same with volume folders; files in the root form one series.
 * - `flat`: the file name, or the stated series.
 * - `publisher_hierarchy`: the top folders are publishers.
 * - `calibre`: folders of author and title.
 * - `metadata`: the stated series, else the book alone.
 * - `custom`: the owner's pattern on the path.
 */
export function placeInSeries(rules: SeriesRules, file: PlacedFile): Place {
  switch (rules.strategy) {
    case 'series_volume':
      return placeInFolder(file.path);
    case 'series_volume_chapter':
      return placeByVolumeFolders(file.path);
    case 'flat':
      return rules.requireMetadata ? placeByStatement(file) : placeFlat(file, rules.patterns);
    case 'publisher_hierarchy':
      return placeBelowPublisher(file.path, rules.skipDepth, rules.storesPublisher);
    case 'calibre':
      return placeCalibre(file, rules);
    case 'metadata':
      return placeByMetadata(file);
    case 'custom':
      return placeByPattern(file.path, rules.pattern, rules.nameTemplate);
  }
}
