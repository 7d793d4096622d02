import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

/**
 * Source of a chosen cover: `upload`, `page` (of the book), `book` (cover of one of the series' books, followed when it
 * changes), `sidecar` (a picture file beside the books).
 */
export const CoverSource = z.enum(['upload', 'page', 'book', 'sidecar']);
export type CoverSource = z.infer<typeof CoverSource>;

/** Largest uploaded cover, in bytes. */
export const MAX_COVER_BYTES = 20 * 1024 * 1024;

/** Fields of every cover. */
const coverFields = {
  id: Id,
  source: CoverSource,
  /** Address of the picture, from the server root; takes `width`, `format` and `v`. */
  path: z.string(),
  isSelected: z.boolean(),
  /** Pixels of the original, turned upright; null when unknown. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Source page, from 1; null for other sources. */
  page: z.int().min(1).nullable(),
  /** Source book; null for other sources. */
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

/** Covers besides the automatic one, newest first, and the lock of the choice. */
export const BookCovers = z.object({ covers: z.array(BookCover), coverLock: z.boolean() });
export type BookCovers = z.infer<typeof BookCovers>;
export const SeriesCovers = z.object({ covers: z.array(SeriesCover), coverLock: z.boolean() });
export type SeriesCovers = z.infer<typeof SeriesCovers>;

/** An uploaded picture of a list. */
const pictureFields = {
  id: Id,
  source: z.literal('upload'),
  /** Address of the picture, from the server root; takes `width`, `format` and `v`. */
  path: z.string(),
  isSelected: z.boolean(),
  /** Pixels of the original, turned upright. */
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

/** Uploaded pictures of a list, newest first. Without a chosen one, the cover is made from its members. */
export const CollectionCovers = z.object({ covers: z.array(CollectionCover) });
export type CollectionCovers = z.infer<typeof CollectionCovers>;
export const ReadListCovers = z.object({ covers: z.array(ReadListCover) });
export type ReadListCovers = z.infer<typeof ReadListCovers>;

/** Result of a sweep of cover files. */
export const CoverCleanup = z.object({
  /** Deleted unreferenced thumbnails. */
  thumbnailsDeleted: Count,
  /** Deleted unreferenced originals. */
  coversDeleted: Count,
  bytesFreed: Count,
  /** Files that could not be deleted. */
  failures: Count,
  /** Reasons of the first failures; absent without any. */
  errors: z.array(z.string()).optional(),
});
export type CoverCleanup = z.infer<typeof CoverCleanup>;
