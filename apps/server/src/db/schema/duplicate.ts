import type { Generated } from 'kysely';

/** Live books with the same `fileHash`. Updated through `duplicateMark`. */
export interface DuplicateGroupTable {
  id: string;
  fileHash: string;
  /** Hash of the ids of its books: a change ends a dismissal. */
  members: string;
  createdAt: number;
  updatedAt: number;
  dismissedAt: number | null;
}

/**
 * A hash whose group is outdated. Triggers on `book` add a row when a live book with this hash comes or goes; the
 * reader that applies it deletes it.
 */
export interface DuplicateMarkTable {
  id: Generated<number>;
  fileHash: string;
}

/** Series that look alike. */
export interface DuplicateSeriesGroupTable {
  id: string;
  /** Match type, library where relevant, and key; unique. */
  identity: string;
  matchType: string;
  matchKey: string;
  /** Set where only series of one library are compared. */
  libraryId: string | null;
  /** As in `DuplicateGroupTable`, for series. */
  members: string;
  createdAt: number;
  updatedAt: number;
  dismissedAt: number | null;
}

export interface DuplicateSeriesMemberTable {
  groupId: string;
  seriesId: string;
}
