import type { Generated } from 'kysely';

/** The chosen cover of a book or series; all null for the automatic one. */
export interface ChosenCover {
  customCoverKey: string | null;
  /** `#rrggbb`. */
  customCoverColor: string | null;
  /** Source of the selected cover; null, with a key, for an automatic cover that is locked. */
  customCoverSource: string | null;
  /** 1 when rows in `cover` exist. */
  hasCustomCover: Generated<number>;
}

/** A cover that a user added: exactly one of `bookId` and `seriesId` is set. */
export interface CoverTable {
  id: string;
  bookId: string | null;
  seriesId: string | null;
  /** `upload`, `page`, `book` or `sidecar`. */
  source: string;
  /** Source `page`: page number, from 1. */
  page: number | null;
  /** Source `book`: the book it comes from; null once that is deleted. */
  fromBookId: string | null;
  coverKey: string;
  /** `#rrggbb`. */
  coverColor: string | null;
  mediaType: string | null;
  fileSize: number | null;
  width: number | null;
  height: number | null;
  /** At most one row of an owner has 1. */
  isSelected: Generated<number>;
  createdAt: number;
  updatedAt: number;
}
