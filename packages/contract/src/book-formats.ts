import { BOOK_FORMATS, type FormatFacts, type FormatKind } from './format-table.ts';

export { BOOK_FORMATS, KOMGA_PROFILES } from './format-table.ts';

type BookFormats = typeof BOOK_FORMATS;

/** Format id of the API and the database. */
export type FormatId = keyof BookFormats;
/** Format name in the settings of a library. */
export type FormatLabel = BookFormats[FormatId]['label'];

/** All format ids in table order. */
export const FORMAT_IDS = Object.keys(BOOK_FORMATS) as [FormatId, ...FormatId[]];

/** All format labels in table order. */
export const FORMAT_LABELS = FORMAT_IDS.map((id) => BOOK_FORMATS[id].label) as [FormatLabel, ...FormatLabel[]];

/** Formats of one kind. */
export function listFormats(kind: FormatKind): readonly FormatId[] {
  return FORMAT_IDS.filter((id) => BOOK_FORMATS[id].kind === kind);
}

/** One fact of every format, by id. */
export function formatFacts<Key extends keyof FormatFacts>(key: Key): Readonly<Record<FormatId, FormatFacts[Key]>> {
  const facts = FORMAT_IDS.map((id) => [id, BOOK_FORMATS[id][key]]);
  return Object.fromEntries(facts) as Record<FormatId, FormatFacts[Key]>;
}

const BY_EXTENSION: ReadonlyMap<string, FormatId> = new Map(
  FORMAT_IDS.flatMap((id) => BOOK_FORMATS[id].extensions.map((extension) => [extension, id] as const)),
);

/** Extensions of possible books, lower-case, without dot. */
export const BOOK_EXTENSIONS: readonly string[] = [...BY_EXTENSION.keys()];

/** Format by the extension of a file name; undefined for other files. */
export function formatByName(fileName: string): FormatId | undefined {
  const dot = fileName.lastIndexOf('.');
  return dot === -1 ? undefined : BY_EXTENSION.get(fileName.slice(dot + 1).toLowerCase());
}

/** Extensions of a library's formats, lower-case; null or empty means all. */
export function listExtensions(labels: readonly string[] | null): readonly string[] {
  if (labels === null || labels.length === 0) return BOOK_EXTENSIONS;
  return FORMAT_IDS.filter((id) => labels.includes(BOOK_FORMATS[id].label)).flatMap(
    (id) => BOOK_FORMATS[id].extensions,
  );
}
