import type { Generated } from 'kysely';
import type { ChosenCover } from './cover.ts';

/** A book file. `path` is relative to the library root, `/` separated; unique in its library. */
export interface BookTable extends ChosenCover {
  id: string;
  libraryId: string;
  seriesId: string;
  path: string;
  fileName: string;
  fileSize: number;
  /** Modification time in milliseconds as the file system tells it (may have a fraction cut off). */
  fileModifiedAt: number;
  /** By the extension until analysed, then by the bytes. */
  fileFormat: string;
  /** SHA-256 of the whole file, empty until computed. */
  fileHash: Generated<string>;
  /** Cheap content identity of the file as it was analysed last, broken or not; null until then. */
  fingerprint: string | null;
  /** KOReader's partial MD5 of the file; null until analysed. */
  koreaderHash: string | null;
  /** MD5 of the name that the file is downloaded under, by which KOReader may know it too. */
  nameHash: Generated<string | null>;
  /** `pending`: not analysed since it was found or changed; `ready`; `failed`: see book_error. */
  state: string;
  /** 1: the file has to be opened again, because it is new, it changed, or someone asked. What is known stays until then. */
  analysisDue: Generated<number>;
  /** What lay beside the file at the last scan (`BookSidecars`, JSON), null for nothing: another one is to be read. */
  sidecars: string | null;
  /** How often in a row reading the file came to no end. */
  failedAttempts: Generated<number>;
  /** When a scan may try once more; null when there is nothing to try. */
  retryAt: number | null;
  layout: string | null;
  pageCount: number;
  title: string;
  titleSort: string | null;
  sortKey: string;
  /** Exact text, for example `12.5`. */
  number: string | null;
  /** The number as a decimal: reading order in the series; null sorts last. */
  numberSort: number | null;
  volume: number | null;
  chapter: number | null;
  /** Why it is in its series (`{strategy, rule, input}`, JSON); null for a book that was placed before this was kept. */
  placedBy: string | null;
  /** Why it is titled and numbered so (`{title, number}`, each as above, JSON). */
  namedBy: string | null;
  /** Content key of the automatic cover, the one of the file; null when there is none. */
  coverKey: string | null;
  /** `#rrggbb`. */
  coverColor: string | null;
  /** Set while a scan missed the file but asks before it takes that for a removal. */
  missingSince: number | null;
  /** Null while the file is there; set by the scan that missed it (soft delete). */
  deletedAt: number | null;
  analyzedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** What one opening of the file told: page list, EPUB structure, outline. One compact row a book, not one a page. */
export interface BookReadingTable {
  bookId: string;
  /** Shape of `content`. */
  version: number;
  /** JSON, deflated. */
  content: Uint8Array;
}

/** Metadata of a book. List-like columns are JSON. */
export interface BookMetadataTable {
  id: string;
  bookId: string;
  title: string | null;
  subtitle: string | null;
  originalTitle: string | null;
  summary: string | null;
  series: string | null;
  seriesPosition: number | null;
  seriesTotal: number | null;
  count: number | null;
  number: string | null;
  volume: number | null;
  chapter: number | null;
  year: number | null;
  month: number | null;
  day: number | null;
  originalYear: number | null;
  publisher: string | null;
  imprint: string | null;
  edition: string | null;
  formatDetail: string | null;
  genre: string | null;
  languageIso: string | null;
  isbns: string | null;
  translator: string | null;
  manga: number | null;
  blackAndWhite: number | null;
  /** As the file states it; the one that counts is the series'. */
  readingDirection: string | null;
  bookType: string | null;
  subjects: string | null;
  authors: string;
  awards: string;
  customMetadata: string | null;
  /** Names of locked fields, JSON array of the `…Lock` keys that are true. */
  locks: string;
  /** Everything else the file says about itself (EmbeddedMetadata), JSON. */
  embedded: string | null;
  createdAt: number;
  updatedAt: number;
}

/** One recorded processing error of a book; one row for each kind. */
export interface BookErrorTable {
  bookId: string;
  errorType: string;
  message: string;
  details: string | null;
  occurredAt: number;
  /** Set while it is ignored, with who did it (null once they are gone) … */
  ignoredAt: number | null;
  ignoredBy: string | null;
  /** … and for which file: another one that fails again is told again. */
  ignoredFile: string | null;
}
