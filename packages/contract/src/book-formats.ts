import { BOOK_FORMATS, type FormatFacts, type FormatKind } from './format-table.ts';

export { BOOK_FORMATS, KOMGA_PROFILES } from './format-table.ts';

type BookFormats = typeof BOOK_FORMATS;

/** The name of a format in the API and the database. */
export type FormatId = keyof BookFormats;
/** The name of a format in the settings of a library. */
export type FormatLabel = BookFormats[FormatId]['label'];

/** The ids of all formats, in the order of the table. */
export const FORMAT_IDS = Object.keys(BOOK_FORMATS) as [FormatId, ...FormatId[]];

/** The labels of all formats, in the order of the table. */
export const FORMAT_LABELS = FORMAT_IDS.map((id) => BOOK_FORMATS[id].label) as [FormatLabel, ...FormatLabel[]];

/** The formats that are shown in one way. */
export function formatsOfKind(kind: FormatKind): readonly FormatId[] {
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

/** Extensions of all files that may be books, lower-case, without dot. */
export const BOOK_EXTENSIONS: readonly string[] = [...BY_EXTENSION.keys()];

/** The format that the extension of a file name stands for; undefined for a file that is no book. */
export function formatByName(fileName: string): FormatId | undefined {
  const dot = fileName.lastIndexOf('.');
  return dot === -1 ? undefined : BY_EXTENSION.get(fileName.slice(dot + 1).toLowerCase());
}

/** The extensions of the formats that a library takes, lower-case; none named is all. */
export function extensionsOf(labels: readonly string[] | null): readonly string[] {
  if (labels === null || labels.length === 0) return BOOK_EXTENSIONS;
  return FORMAT_IDS.filter((id) => labels.includes(BOOK_FORMATS[id].label)).flatMap(
    (id) => BOOK_FORMATS[id].extensions,
  );
}
