import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

/**
 * Where a chosen cover comes from: `upload` (somebody sent it), `page` (a page of the book), `book` (the cover of one of the
 * series' books, followed when it changes), `sidecar` (a picture file beside the books).
 */
export const CoverSource = z.enum(['upload', 'page', 'book', 'sidecar']);
export type CoverSource = z.infer<typeof CoverSource>;

/** Largest picture that is taken as a cover, in bytes. */
export const MAX_COVER_BYTES = 20 * 1024 * 1024;

/** What every cover of a book or series tells. */
const coverFields = {
  id: Id,
  source: CoverSource,
  /** Address of the picture, from the server root; takes `width`, `format` and `v`. */
  path: z.string(),
  isSelected: z.boolean(),
  /** Pixels of the picture as it was given, turned upright; null when not known. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Page that it was taken from, counts from 1; null for other sources. */
  page: z.int().min(1).nullable(),
  /** Book whose cover it is; null for other sources. */
  fromBookId: Id.nullable(),
  /** `?v=` of the immutable address. */
  coverVersion: z.string(),
  /** `#rrggbb`, the mean colour. */
  coverPlaceholder: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const BookCover = z.object({ ...coverFields, bookId: Id });
export type BookCover = z.infer<typeof BookCover>;

export const SeriesCover = z.object({ ...coverFields, seriesId: Id });
export type SeriesCover = z.infer<typeof SeriesCover>;

/** What covers there are beside the automatic one, the newest first, and whether the choice is protected. */
export const BookCovers = z.object({ covers: z.array(BookCover), coverLock: z.boolean() });
export type BookCovers = z.infer<typeof BookCovers>;
export const SeriesCovers = z.object({ covers: z.array(SeriesCover), coverLock: z.boolean() });
export type SeriesCovers = z.infer<typeof SeriesCovers>;

/** A picture that somebody sent for a list. */
const pictureFields = {
  id: Id,
  source: z.literal('upload'),
  /** Address of the picture, from the server root; takes `width`, `format` and `v`. */
  path: z.string(),
  isSelected: z.boolean(),
  /** Pixels of the picture as it was given, turned upright. */
  width: z.int(),
  height: z.int(),
  /** `?v=` of the immutable address. */
  coverVersion: z.string(),
  createdAt: Timestamp,
};

export const CollectionCover = z.object({ ...pictureFields, collectionId: Id });
export type CollectionCover = z.infer<typeof CollectionCover>;

export const ReadListCover = z.object({ ...pictureFields, readListId: Id });
export type ReadListCover = z.infer<typeof ReadListCover>;

/** The pictures that were sent for a list, the newest first. Where none is chosen, its members make its cover. */
export const CollectionCovers = z.object({ covers: z.array(CollectionCover) });
export type CollectionCovers = z.infer<typeof CollectionCovers>;
export const ReadListCovers = z.object({ covers: z.array(ReadListCover) });
export type ReadListCovers = z.infer<typeof ReadListCovers>;

/** What a sweep of cover files did. */
export const CoverCleanup = z.object({
  /** Pictures made for display that nothing names any more. */
  thumbnailsDeleted: Count,
  /** Originals of uploaded covers that nothing names any more. */
  coversDeleted: Count,
  bytesFreed: Count,
  /** Files that the disk would not let go. */
  failures: Count,
  /** Why, for the first of them; left out when there are none. */
  errors: z.array(z.string()).optional(),
});
export type CoverCleanup = z.infer<typeof CoverCleanup>;
