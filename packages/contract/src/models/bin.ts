import { z } from 'zod';
import { PageQuery } from '../paging.ts';
import { Count, Id, Timestamp } from './scalars.ts';

/** The user who deleted something. */
export const BinUser = z.object({ id: Id, username: z.string() });

/** A book of the bin. Its file stays in the library, or is in the trash of the library. */
export const BinnedBook = z.object({
  id: Id,
  title: z.string(),
  /** Relative to the library. */
  path: z.string(),
  fileSize: Count,
  libraryId: Id,
  libraryName: z.string(),
  seriesId: Id,
  seriesName: z.string(),
  deletedAt: Timestamp,
  /** Null once the account is gone. */
  deletedBy: BinUser.nullable(),
  coverVersion: z.string().nullable(),
  /** Whether the file is in the trash, and when it is deleted there for good; null for never. */
  isFileInTrash: z.boolean(),
  fileKeptUntil: Timestamp.nullable(),
});
export type BinnedBook = z.infer<typeof BinnedBook>;

/** A series with books in the bin. */
export const BinnedSeries = z.object({
  id: Id,
  title: z.string(),
  libraryId: Id,
  libraryName: z.string(),
  /** Its books in the bin … */
  binnedCount: Count,
  /** … and those that stay in the library; none means that the whole series was deleted. */
  bookCount: Count,
  /** Of the book that was deleted last. */
  deletedAt: Timestamp,
});
export type BinnedSeries = z.infer<typeof BinnedSeries>;

/** Which entries of the bin. */
export const BinQuery = PageQuery.extend({
  libraryId: Id.optional(),
  /** The user who deleted them. */
  deletedBy: Id.optional(),
  /** A part of the title of the book or series. */
  search: z.string().max(200).optional(),
});

/** What one deletion or restoration did. */
export const BinChange = z.object({
  /** Names a deletion: `restoreDeletion` takes exactly its books out of the bin again. */
  deletionId: Id,
  books: Count,
  /** How many series those books are in. */
  series: Count,
  /** Restored books whose file is missing: they wait for their file, as after a scan. */
  missing: Count,
  /** Files that went to the trash, or came back from it. */
  filesMoved: Count,
  /** Files that could not be moved, or that their library does not let go: their books stay as they were. */
  filesKept: Count,
});
export type BinChange = z.infer<typeof BinChange>;

/** What was removed for good. */
export const BinPurge = z.object({
  books: Count,
  /** Books that stay because their file is still in the library: a scan would find it again. */
  kept: Count,
});
export type BinPurge = z.infer<typeof BinPurge>;
