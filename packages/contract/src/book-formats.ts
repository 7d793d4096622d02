/** How a book is shown: pictures in an archive, an ebook with its own structure, or a document whose pages are drawn. */
type FormatKind = 'comic' | 'ebook' | 'document';

/** What the Komga dialect calls these kinds: its media profiles. */
export const KOMGA_PROFILES = { comic: 'DIVINA', ebook: 'EPUB', document: 'PDF' } as const satisfies Readonly<
  Record<FormatKind, string>
>;

interface FormatFacts {
  /** In settings, filters and feeds; also the name of the format in the settings of a library. */
  readonly label: string;
  /** In statistics. */
  readonly title: string;
  /** Beside the choice of formats of a library. */
  readonly hint: string;
  /** Lower-case, without dot, the usual one first. */
  readonly extensions: readonly [string, ...string[]];
  /** Of downloads and feeds. */
  readonly mediaType: string;
  /** What the Komga dialect says instead. */
  readonly komgaMediaType: string;
  readonly kind: FormatKind;
}

/**
 * Every format of books, in the order that lists show. Scan, watch, folder picker, downloads, feeds, the Komga dialect and the web
 * app read it. How the bytes are read stands in `packages/formats/src/file-kinds.ts`.
 */
export const BOOK_FORMATS = {
  cbz: {
    label: 'CBZ',
    title: 'Comic (CBZ)',
    hint: 'Comics as ZIP',
    extensions: ['cbz'],
    mediaType: 'application/vnd.comicbook+zip',
    komgaMediaType: 'application/zip',
    kind: 'comic',
  },
  cbr: {
    label: 'CBR',
    title: 'Comic (CBR)',
    hint: 'Comics as RAR',
    extensions: ['cbr'],
    mediaType: 'application/vnd.comicbook-rar',
    komgaMediaType: 'application/x-rar-compressed',
    kind: 'comic',
  },
  cbt: {
    label: 'CBT',
    title: 'Comic (CBT)',
    hint: 'Comics as tar',
    extensions: ['cbt'],
    mediaType: 'application/x-cbt',
    komgaMediaType: 'application/x-tar',
    kind: 'comic',
  },
  cb7: {
    label: 'CB7',
    title: 'Comic (CB7)',
    hint: 'Comics as 7z',
    extensions: ['cb7'],
    mediaType: 'application/x-cb7',
    komgaMediaType: 'application/x-7z-compressed',
    kind: 'comic',
  },
  epub: {
    label: 'EPUB',
    title: 'Book (EPUB)',
    hint: 'Ebooks',
    extensions: ['epub'],
    mediaType: 'application/epub+zip',
    komgaMediaType: 'application/epub+zip',
    kind: 'ebook',
  },
  pdf: {
    label: 'PDF',
    title: 'Document (PDF)',
    hint: 'Documents',
    extensions: ['pdf'],
    mediaType: 'application/pdf',
    komgaMediaType: 'application/pdf',
    kind: 'document',
  },
} as const satisfies Readonly<Record<string, FormatFacts>>;

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
