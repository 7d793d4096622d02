/** Format by content, never by extension. */
export type BookFormat = 'cbz' | 'cbr' | 'cbt' | 'cb7' | 'epub' | 'pdf';

/**
 * Place of an entry's bytes. Plain JSON, stored with the book, so that a page costs one positional read. Offsets and
 * lengths are bytes in the book file; `length` is the unpacked size. Offsets of `stored` and compressed kinds point at
 * the data, behind the local header.
 */
export type EntrySource =
  | { readonly kind: 'stored'; readonly offset: number; readonly length: number; readonly crc: number | null }
  | {
      readonly kind: 'deflate' | 'zstd';
      readonly offset: number;
      readonly packedLength: number;
      readonly length: number;
      readonly crc: number;
    }
  /** Packed entry of a RAR or 7z archive, unpacked by a worker. `solid`: earlier entries are unpacked first. */
  | {
      readonly kind: 'rar' | 'sevenzip';
      readonly index: number;
      readonly name: string;
      readonly length: number;
      readonly solid: boolean;
    }
  /** A PDF page drawn on demand; a page that is exactly one JPEG is `stored`. `index` from 0. */
  | { readonly kind: 'pdf'; readonly index: number }
  /** Listed but unreadable; `code` says why (for example `entry.unsupported`). */
  | { readonly kind: 'unreadable'; readonly code: string };

/** A stored entry that a worker unpacks. */
export type PackedEntry = Extract<EntrySource, { readonly kind: 'rar' | 'sevenzip' }>;

/** One page in reading order. */
export interface PageRecord {
  /** Full name in the archive, `/` separated, or `page-N` for a PDF (N from 1). Never a path to open. */
  readonly name: string;
  /** By content; `application/octet-stream` for unknown pictures, `image/jpeg` for drawn PDF pages. */
  readonly mediaType: string;
  /** Pixels before any EXIF turn (drawn PDF pages: points times 2, rounded, after page rotation); null when unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /**
   * EXIF orientation 2 to 8, to be applied after decoding; from 5 on it swaps the sides. Absent means upright. Width
   * and height of AVIF, HEIC and JPEG XL include their turns.
   */
  readonly orientation?: number;
  /** Page label of a PDF, for example `iv`; absent without one. */
  readonly label?: string;
  /** Unpacked bytes; 0 for a drawn page. */
  readonly byteLength: number;
  readonly source: EntrySource;
}

/** A person and role (`BookAuthorRole`). */
export interface Contributor {
  readonly name: string;
  readonly role:
    | 'author'
    | 'co_author'
    | 'editor'
    | 'translator'
    | 'illustrator'
    | 'contributor'
    | 'writer'
    | 'penciller'
    | 'inker'
    | 'colorist'
    | 'letterer'
    | 'cover_artist';
  readonly sortName?: string;
}

/** Metadata from the file in Lectern's terms; absent keys are unknown. */
export interface EmbeddedMetadata {
  readonly title?: string;
  readonly titleSort?: string;
  readonly subtitle?: string;
  readonly originalTitle?: string;
  readonly summary?: string;
  readonly series?: string;
  /** Exact text, for example `12.5` or `½`. */
  readonly number?: string;
  readonly seriesPosition?: number;
  readonly seriesTotal?: number;
  readonly count?: number;
  readonly volume?: number;
  readonly chapter?: number;
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  readonly publisher?: string;
  readonly imprint?: string;
  readonly edition?: string;
  readonly formatDetail?: string;
  readonly genres?: readonly string[];
  readonly tags?: readonly string[];
  readonly subjects?: readonly string[];
  /** BCP 47, normalised in case. */
  readonly languageIso?: string;
  readonly isbns?: readonly string[];
  readonly manga?: boolean;
  readonly blackAndWhite?: boolean;
  readonly readingDirection?: 'ltr' | 'rtl' | 'ttb' | 'webtoon';
  /** Smallest age in years, from AgeRating. */
  readonly ageRating?: number;
  readonly contributors?: readonly Contributor[];
  readonly links?: readonly { readonly source: string; readonly url: string }[];
  readonly storyArcs?: readonly { readonly name: string; readonly number?: string }[];
  readonly alternateSeries?: readonly { readonly name: string; readonly number?: string; readonly count?: number }[];
  readonly characters?: readonly string[];
  readonly teams?: readonly string[];
  readonly locations?: readonly string[];
  readonly communityRating?: number;
  /** Related series, such as all of one crossover. */
  readonly seriesGroups?: readonly string[];
  readonly mainCharacter?: string;
  /** Remarks by the person who tagged the file, and a review. */
  readonly notes?: string;
  readonly review?: string;
  /** The scanner, as written. */
  readonly scanInformation?: string;
  /** Pages with a type of ComicInfo 2.1; `index` from 0, may lie outside the book. */
  readonly pageMarks?: readonly {
    readonly index: number;
    readonly types?: readonly string[];
    readonly isDouble?: boolean;
  }[];
  /** Documents behind the values, most important first, for example `ComicInfo.xml`. */
  readonly sources: readonly string[];
  /** Source of each field, when there are several. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** An oddity that did not prevent reading. */
export interface FormatProblem {
  readonly code: string;
  /** A sentence without full stop that names the entry. */
  readonly message: string;
}

/** A resource of an EPUB. `href` is relative to the archive root, decoded, `/` separated and never above the root. */
export interface EpubResource {
  readonly href: string;
  readonly mediaType: string;
  readonly properties: readonly string[];
  readonly source: EntrySource;
  /** Set for an obfuscated font; the key is hexadecimal. */
  readonly obfuscation?: { readonly method: 'idpf' | 'adobe'; readonly key: string };
}

/** A table of contents entry; `href` as in `EpubResource`, with an optional fragment. */
export interface EpubTocItem {
  readonly title: string;
  readonly href: string | null;
  readonly children: readonly EpubTocItem[];
}

/** What is stored of an EPUB, so that serving its text does not parse the package again. */
export interface EpubStructure {
  readonly version: string;
  readonly layout: 'reflowable' | 'fixed';
  readonly direction: 'ltr' | 'rtl' | 'default';
  readonly resources: readonly EpubResource[];
  /**
   * Indexes into `resources`, in spine order. `positions` by Readium's rule: one per 1,024 bytes, at least one, and one
   * for a fixed page. `layout` only where it differs from the book's, `page` where the book names a side of the spread.
   */
  readonly readingOrder: readonly {
    readonly resource: number;
    readonly linear: boolean;
    readonly positions: number;
    readonly layout?: 'fixed' | 'reflowable';
    readonly page?: 'left' | 'right' | 'center';
  }[];
  readonly toc: readonly EpubTocItem[];
  readonly landmarks: readonly EpubTocItem[];
  readonly pageList: readonly EpubTocItem[];
  readonly coverHref: string | null;
}

/** A bookmark of a PDF, or of a comic's ComicInfo. */
export interface PdfOutlineItem {
  readonly title: string;
  /** 0-based; null when the target is outside the document. */
  readonly pageIndex: number | null;
  readonly children: readonly PdfOutlineItem[];
}

/** The result of opening a file once. Plain JSON except for the cover's bytes. */
export interface BookReading {
  readonly format: BookFormat;
  /** `pages`: every page is a picture. `reflowable`: text; `pages` lists its pictures in reading order. */
  readonly layout: 'pages' | 'reflowable';
  readonly pages: readonly PageRecord[];
  /** `pages.length`, or the number of positions of a reflowable book. */
  readonly pageCount: number;
  readonly metadata: EmbeddedMetadata;
  readonly cover: { readonly bytes: Uint8Array; readonly mediaType: string } | null;
  readonly problems: readonly FormatProblem[];
  readonly epub: EpubStructure | null;
  readonly outline: readonly PdfOutlineItem[];
  /**
   * Cheap content identity, hex: of an archive's directory (names, sizes, CRCs), else of head, middle, tail and size.
   */
  readonly fingerprint: string;
  /** KOReader's partial MD5, lower-case hex. */
  readonly koreaderHash: string;
}

/** Result of a format's reader, without the identity of the file. */
export type ReaderResult = Omit<BookReading, 'fingerprint' | 'koreaderHash'>;
