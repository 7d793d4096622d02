/** How a book is shown: pictures in an archive, an ebook with its own structure, or a document whose pages are drawn. */
export type FormatKind = 'comic' | 'ebook' | 'document';

/** What the Komga dialect calls these kinds: its media profiles. */
export const KOMGA_PROFILES = { comic: 'DIVINA', ebook: 'EPUB', document: 'PDF' } as const satisfies Readonly<
  Record<FormatKind, string>
>;

/** What is known of a format without reading its bytes. */
export interface FormatFacts {
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
 * app read it. How the bytes are read stands in `packages/formats/src/open-container.ts`.
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
