import type { Generated } from 'kysely';

/** What a book or series shows in place of its automatic cover; all null when it shows that. */
export interface ChosenCover {
  /** Content key of the picture. */
  customCoverKey: string | null;
  /** `#rrggbb`. */
  customCoverColor: string | null;
  /** Source of the selected cover; null, with a key, for an automatic cover that the lock keeps as it was. */
  customCoverSource: string | null;
  /** 1 when the book or series has rows in `cover`. */
  hasCustomCover: Generated<number>;
}

/** A cover that a user added to a book or a series: exactly one of `bookId` and `seriesId` is set. */
export interface CoverTable {
  id: string;
  bookId: string | null;
  seriesId: string | null;
  /** `upload`, `page`, `book` or `sidecar`. */
  source: string;
  /** Source `page`: counts from 1. */
  page: number | null;
  /** Source `book`: whose cover it is; null once that book is gone, the picture stays. */
  fromBookId: string | null;
  coverKey: string;
  /** `#rrggbb`. */
  coverColor: string | null;
  /** Of the picture as it was given. */
  mediaType: string | null;
  fileSize: number | null;
  width: number | null;
  height: number | null;
  /** At most one row of an owner has 1. */
  isSelected: Generated<number>;
  createdAt: number;
  updatedAt: number;
}
