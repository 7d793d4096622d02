import type { Generated } from 'kysely';

/** Columns of collections and read lists. */
interface SharedListTable {
  id: string;
  name: string;
  /** Folded and unique per kind. */
  nameKey: string;
  sortKey: string;
  summary: string | null;
  /** 1: members have their own order. */
  ordered: number;
  /** Rule for the members (JSON), null for a manual list. */
  condition: string | null;
  createdAt: number;
  /** Of name, summary, order and rule; members have `addedAt`. */
  updatedAt: number;
}

export interface CollectionTable extends SharedListTable {
  /** The series that lends its cover; null for a picture of several. */
  coverSeriesId: string | null;
}

/** A list of books to read in order. */
export interface ReadListTable extends SharedListTable {
  /** The book that lends its cover; null for a picture of several. */
  coverBookId: string | null;
}

export interface CollectionSeriesTable {
  collectionId: string;
  seriesId: string;
  position: number;
  addedAt: number;
}

export interface ReadListBookTable {
  readListId: string;
  bookId: string;
  position: number;
  addedAt: number;
}

/** A book that moved out of a series that is in a list. */
export interface SeriesMoveTable {
  seq: Generated<number>;
  fromId: string;
  toId: string;
}

/** A cover that a user added to a list: exactly one of `collectionId` and `readListId` is set. */
export interface ListCoverTable {
  id: string;
  collectionId: string | null;
  readListId: string | null;
  coverKey: string;
  mediaType: string;
  fileSize: number;
  width: number;
  height: number;
  /** At most one row of a list has 1. */
  isSelected: Generated<number>;
  createdAt: number;
}

/** A link to one book, reading list or quotation. */
export interface ShareTable {
  id: string;
  tokenHash: string;
  createdBy: string;
  /** `book`, `readList` or `highlight`. */
  kind: string;
  /** Of the book or the list. */
  targetId: string;
  /** Name of that time, for the list of its maker. */
  name: string;
  /** Words of the book; null for other kinds. */
  quotation: string | null;
  /** Where the words begin, from 1; null for other kinds. */
  position: number | null;
  /** `accounts` or `anyone`. */
  audience: string;
  createdAt: number;
  expiresAt: number;
}
