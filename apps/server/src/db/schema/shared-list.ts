import type { Generated } from 'kysely';

/** What collections and read lists have alike. */
interface SharedListTable {
  id: string;
  name: string;
  /** Folded: no two lists of a kind differ in case only. */
  nameKey: string;
  sortKey: string;
  summary: string | null;
  /** 1: members have an order of their own. */
  ordered: number;
  /** A rule that says what is in it (JSON), null when it is picked by hand. */
  condition: string | null;
  createdAt: number;
  /** Of its name, summary, order and rule; members have `addedAt`. */
  updatedAt: number;
}

/** A collection of series. */
export interface CollectionTable extends SharedListTable {
  /** The series that lends it its cover; null for a picture of several. */
  coverSeriesId: string | null;
}

/** A list of books to read one after the other. */
export interface ReadListTable extends SharedListTable {
  /** The book that lends it its cover; null for a picture of several. */
  coverBookId: string | null;
}

/** A series in a collection that is picked by hand. */
export interface CollectionSeriesTable {
  collectionId: string;
  seriesId: string;
  position: number;
  addedAt: number;
}

/** A book in a read list. */
export interface ReadListBookTable {
  readListId: string;
  bookId: string;
  position: number;
  addedAt: number;
}

/** A book that went from a series that is in a list to another one. */
export interface SeriesMoveTable {
  seq: Generated<number>;
  fromId: string;
  toId: string;
}

/** A picture that a user added to a list as its cover: exactly one of `collectionId` and `readListId` is set. */
export interface ListCoverTable {
  id: string;
  collectionId: string | null;
  readListId: string | null;
  coverKey: string;
  /** Of the picture as it was given. */
  mediaType: string;
  fileSize: number;
  width: number;
  height: number;
  /** At most one row of a list has 1. */
  isSelected: Generated<number>;
  createdAt: number;
}
