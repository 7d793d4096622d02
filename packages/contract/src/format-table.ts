/** How a book is shown: pictures of an archive, an ebook, or a document with drawn pages. */
export type FormatKind = 'comic' | 'ebook' | 'document';

/** Media profiles of the Komga dialect. */
export const KOMGA_PROFILES = { comic: 'DIVINA', ebook: 'EPUB', document: 'PDF' } as const satisfies Readonly<
  Record<FormatKind, string>
>;

/** What is known of a format without its bytes. */
export interface FormatFacts {
  /** Name in settings, filters, feeds and the settings of a library. */
  readonly label: string;
  /** Shown beside the choice of a library's formats. */
  readonly hint: string;
  /** Lower-case, without dot, the usual one first. */
  readonly extensions: readonly [string, ...string[]];
  /** For downloads and feeds. */
  readonly mediaType: string;
  /** Media type in the Komga dialect. */
  readonly komgaMediaType: string;
  readonly kind: FormatKind;
}

/**
 * All formats of books in display order, used by scan, watch, folder picker, downloads, feeds, the Komga dialect and
 * the web app. `packages/formats/src/open-container.ts` reads their bytes.
 */
export const BOOK_FORMATS = {
  cbz: {
    label: 'CBZ',
    hint: 'Comics as ZIP',
    extensions: ['cbz'],
    mediaType: 'application/vnd.comicbook+zip',
    komgaMediaType: 'application/zip',
    kind: 'comic',
  },
  cbr: {
    label: 'CBR',
    hint: 'Comics as RAR',
    extensions: ['cbr'],
    mediaType: 'application/vnd.comicbook-rar',
    komgaMediaType: 'application/x-rar-compressed',
    kind: 'comic',
  },
  cbt: {
    label: 'CBT',
    hint: 'Comics as tar',
    extensions: ['cbt'],
    mediaType: 'application/x-cbt',
    komgaMediaType: 'application/x-tar',
    kind: 'comic',
  },
  cb7: {
    label: 'CB7',
    hint: 'Comics as 7z',
    extensions: ['cb7'],
    mediaType: 'application/x-cb7',
    komgaMediaType: 'application/x-7z-compressed',
    kind: 'comic',
  },
  epub: {
    label: 'EPUB',
    hint: 'Ebooks',
    extensions: ['epub'],
    mediaType: 'application/epub+zip',
    komgaMediaType: 'application/epub+zip',
    kind: 'ebook',
  },
  pdf: {
    label: 'PDF',
    hint: 'Documents',
    extensions: ['pdf'],
    mediaType: 'application/pdf',
    komgaMediaType: 'application/pdf',
    kind: 'document',
  },
} as const satisfies Readonly<Record<string, FormatFacts>>;
