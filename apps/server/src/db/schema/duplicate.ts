import type { Generated } from 'kysely';

/** Books with the same file: those with this `fileHash` that are not deleted. Kept in step by way of `duplicateMark`. */
export interface DuplicateGroupTable {
  id: string;
  /** SHA-256 of the files; unique. */
  fileHash: string;
  /** Hash of the ids of its books: another one is another membership, and a dismissal ends. */
  members: string;
  createdAt: number;
  updatedAt: number;
  dismissedAt: number | null;
}

/**
 * A hash whose group is to be looked at. Triggers on `book` add a row whenever a live book with this hash comes or goes, in
 * the transaction that does it; the reader that applies it deletes it.
 */
export interface DuplicateMarkTable {
  id: Generated<number>;
  fileHash: string;
}

/** Series that look like one and the same. */
export interface DuplicateSeriesGroupTable {
  id: string;
  /** Match type, library where it matters, and key; unique. */
  identity: string;
  matchType: string;
  matchKey: string;
  /** Set where series of one library are compared. */
  libraryId: string | null;
  /** As of `DuplicateGroupTable`, of the ids of its series. */
  members: string;
  createdAt: number;
  updatedAt: number;
  dismissedAt: number | null;
}

/** A series of such a group. */
export interface DuplicateSeriesMemberTable {
  groupId: string;
  seriesId: string;
}
