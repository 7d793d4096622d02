import type { Generated } from 'kysely';
import type { ChosenCover } from './cover.ts';

/** A book file. `path` is relative to the library root, `/` separated, unique in its library. */
export interface BookTable extends ChosenCover {
  id: string;
  libraryId: string;
  seriesId: string;
  path: string;
  fileName: string;
  fileSize: number;
  /** Epoch milliseconds, possibly truncated. */
  fileModifiedAt: number;
  /** From the extension until the first analysis, then from the content. */
  fileFormat: string;
  /** SHA-256 of the whole file, empty until computed. */
  fileHash: Generated<string>;
  /** Cheap content hash of the last analysed file, broken or not; null until then. */
  fingerprint: string | null;
  /** KOReader's partial MD5 of the file; null until analysed. */
  koreaderHash: string | null;
  /** MD5 of the download's file name, by which KOReader may identify the file. */
  nameHash: Generated<string | null>;
  /** `pending`: not analysed since it was found or changed; `ready`; `failed`: see book_error. */
  state: string;
  /** 1: the file waits for analysis; earlier results stay until then. */
  analysisDue: Generated<number>;
  /** Sidecar files at the last scan (`BookSidecars`, JSON), null for none; a change is re-read. */
  sidecars: string | null;
  /** Failed analyses in a row. */
  failedAttempts: Generated<number>;
  /** When a scan may retry; null when there is nothing to retry. */
  retryAt: number | null;
  layout: string | null;
  pageCount: number;
  title: string;
  titleSort: string | null;
  sortKey: string;
  /** Exact text, for example `12.5`. */
  number: string | null;
  /** Decimal of the number: reading order in the series; null sorts last. */
  numberSort: number | null;
  volume: number | null;
  chapter: number | null;
  /** Why it is in its series (`{strategy, rule, input}`, JSON); null for old rows. */
  placedBy: string | null;
  /** Why it has its title and number (`{title, number}`, each as above, JSON). */
  namedBy: string | null;
  /** Content key of the cover from the file; null when there is none. */
  coverKey: string | null;
  /** `#rrggbb`. */
  coverColor: string | null;
  /** Set while a scan misses the file but waits for confirmation of the removal. */
  missingSince: number | null;
  /** Soft delete: set by the scan that missed the file, or by the user who moved the book to the bin. */
  deletedAt: number | null;
  /** Set while the book is in the bin, `deletedAt` with it; a missing book has none. */
  binnedAt: number | null;
  /** The user who deleted it; null once the account is gone. */
  binnedBy: string | null;
  /** Id of the deletion: books that were deleted together share it. */
  deletionId: string | null;
  analyzedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** What one analysis read: pages, EPUB structure, outline. One compact row a book. */
export interface BookReadingTable {
  bookId: string;
  /** Format version of `content`. */
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
  /** From the file; the effective direction is the series'. */
  readingDirection: string | null;
  bookType: string | null;
  subjects: string | null;
  authors: string;
  awards: string;
  customMetadata: string | null;
  /** JSON array of the `…Lock` keys that are true. */
  locks: string;
  /** The rest of the file's own metadata (EmbeddedMetadata), JSON. */
  embedded: string | null;
  createdAt: number;
  updatedAt: number;
}

/** One processing error of a book; one row per type. */
export interface BookErrorTable {
  bookId: string;
  errorType: string;
  message: string;
  details: string | null;
  occurredAt: number;
  /** Set while it is ignored, with the user (null once deleted) … */
  ignoredAt: number | null;
  ignoredBy: string | null;
  /** … and the file; a changed file that fails again is reported again. */
  ignoredFile: string | null;
}
