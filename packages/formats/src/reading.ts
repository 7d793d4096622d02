/** The kind of book, told by the bytes and never by the extension. */
export type BookFormat = 'cbz' | 'cbr' | 'cbt' | 'cb7' | 'epub' | 'pdf';

/**
 * Where the bytes of one entry lie. Plain JSON: it is stored with the book, so a page costs one positional read later.
 * Offsets and lengths are bytes in the book file; `length` is the expanded size. `stored` and the compressed kinds point
 * straight at the data, behind the local header.
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
  /** Packed entry of a RAR or 7z archive, unpacked by a worker. `solid` means that earlier entries are unpacked on the way. */
  | {
      readonly kind: 'rar' | 'sevenzip';
      readonly index: number;
      readonly name: string;
      readonly length: number;
      readonly solid: boolean;
    }
  /** A PDF page, drawn on demand; one that is exactly one JPEG is `stored`. `index` counts from 0. */
  | { readonly kind: 'pdf'; readonly index: number }
  /** Listed, but its bytes cannot be had; `code` says why (for example `entry.unsupported`). */
  | { readonly kind: 'unreadable'; readonly code: string };

/** An entry that a worker unpacks, as it is kept with the book. */
export type PackedEntry = Extract<EntrySource, { readonly kind: 'rar' | 'sevenzip' }>;

/** One page in reading order. */
export interface PageRecord {
  /** Full name in the archive, `/` separated, or `page-N` for a PDF (N from 1). Never a path to open. */
  readonly name: string;
  /** By the bytes; `application/octet-stream` when they are no picture we know. `image/jpeg` for drawn PDF pages. */
  readonly mediaType: string;
  /** Pixels before any EXIF turn (drawn PDF pages: points times 2, rounded, after page rotation); null when unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /**
   * EXIF orientation, 2 to 8: what is left to do after decoding, from 5 on with the sides exchanged. Absent means upright. The
   * turns of AVIF, HEIC and JPEG XL belong to the picture: width and height have them in already.
   */
  readonly orientation?: number;
  /** What the book itself calls the page, for example `iv`; PDF only, absent where it has no name. */
  readonly label?: string;
  /** Expanded bytes; 0 for a drawn page. */
  readonly byteLength: number;
  readonly source: EntrySource;
}

/** A person and what they did, roles as in the spec (`BookAuthorRole`). */
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

/** What the file says about itself, in Lectern's words; an absent key means the file does not say. */
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
  /** Series that belong together, such as all of one crossover. */
  readonly seriesGroups?: readonly string[];
  readonly mainCharacter?: string;
  /** Remarks of whoever tagged the file, and what a reader thought of the book. */
  readonly notes?: string;
  readonly review?: string;
  /** Who scanned it, as written. */
  readonly scanInformation?: string;
  /** Pages of a kind of their own, in words of ComicInfo 2.1; `index` counts from 0 and may lie outside the book. */
  readonly pageMarks?: readonly {
    readonly index: number;
    readonly types?: readonly string[];
    readonly isDouble?: boolean;
  }[];
  /** Which documents the values came from, most telling first, for example `ComicInfo.xml`. */
  readonly sources: readonly string[];
  /** Source of each field, where there are several sources. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** Something odd that did not keep the book from opening. */
export interface FormatProblem {
  readonly code: string;
  /** A sentence without full stop that names the entry. */
  readonly message: string;
}

/** One resource of an EPUB. `href` is relative to the archive root, decoded, `/` separated and never above the root. */
export interface EpubResource {
  readonly href: string;
  readonly mediaType: string;
  readonly properties: readonly string[];
  readonly source: EntrySource;
  /** Present when the bytes are an obfuscated font; the key is hexadecimal. */
  readonly obfuscation?: { readonly method: 'idpf' | 'adobe'; readonly key: string };
}

/** One line of a table of contents; `href` as in `EpubResource`, with a fragment where the book names one. */
export interface EpubTocItem {
  readonly title: string;
  readonly href: string | null;
  readonly children: readonly EpubTocItem[];
}

/** What is kept of an EPUB so that the text can be served without parsing the package again. */
export interface EpubStructure {
  readonly version: string;
  readonly layout: 'reflowable' | 'fixed';
  readonly direction: 'ltr' | 'rtl' | 'default';
  readonly resources: readonly EpubResource[];
  /**
   * Indexes into `resources`, in spine order; `positions` by Readium's rule: one for every 1,024 bytes, at least one, and one
   * for a fixed page. `layout` only where it is not the book's, `page` where the book names a side of the spread.
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

/** One bookmark of a PDF, or of a comic whose ComicInfo has some. */
export interface PdfOutlineItem {
  readonly title: string;
  /** 0-based page, null when the target is outside the document. */
  readonly pageIndex: number | null;
  readonly children: readonly PdfOutlineItem[];
}

/** Everything one opening of a file tells. Plain JSON but for the cover's bytes. */
export interface BookReading {
  readonly format: BookFormat;
  /** `pages`: every page is a picture. `reflowable`: text; `pages` then lists the pictures in reading order. */
  readonly layout: 'pages' | 'reflowable';
  readonly pages: readonly PageRecord[];
  /** `pages.length`, or the number of positions of a reflowable book. */
  readonly pageCount: number;
  readonly metadata: EmbeddedMetadata;
  readonly cover: { readonly bytes: Uint8Array; readonly mediaType: string } | null;
  readonly problems: readonly FormatProblem[];
  readonly epub: EpubStructure | null;
  readonly outline: readonly PdfOutlineItem[];
  /** Cheap content identity, hex: archives hash their directory (names, sizes, CRCs), others head, middle and tail with size. */
  readonly fingerprint: string;
  /** KOReader's partial MD5, lower-case hex. */
  readonly koreaderHash: string;
}

/** What the reader of one format tells; the front door adds the identity of the file. */
export type ReaderResult = Omit<BookReading, 'fingerprint' | 'koreaderHash'>;
