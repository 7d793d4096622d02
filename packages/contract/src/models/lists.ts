import { z } from 'zod';
import { Book } from './book.ts';
import { FullBook, FullSeries } from './metadata.ts';
import { Count, FreeForm, Id, Timestamp } from './scalars.ts';
import { Series } from './series.ts';

export const MAX_MEMBERS = 10_000;
const MAX_ADDED = 1_000;

const Name = z.string().trim().min(1).max(200);
const Summary = z.string().max(5_000);

/** A series or book on the want-to-read list. */
export const WantedItem = z.object({
  id: Id,
  itemType: z.enum(['series', 'book']),
  seriesId: Id.optional(),
  bookId: Id.optional(),
  addedAt: Timestamp,
  series: Series.optional(),
  book: Book.optional(),
});
export type WantedItem = z.infer<typeof WantedItem>;

/** With all its details. */
export const FullWantedItem = WantedItem.extend({ series: FullSeries.optional(), book: FullBook.optional() });
export type FullWantedItem = z.infer<typeof FullWantedItem>;

/** Exactly one of both. */
export const WantedNew = z.object({ seriesId: Id.optional(), bookId: Id.optional() });
export const ManyWanted = z.object({
  seriesIds: z.array(Id).max(MAX_ADDED).default([]),
  bookIds: z.array(Id).max(MAX_ADDED).default([]),
});
export const AddedWanted = z.object({ added: Count, alreadyPresent: Count });
export const WantedOrder = z.object({ entryIds: z.array(Id).max(MAX_MEMBERS) });
export const WantedSort = z.enum(['newest', 'oldest', 'custom']).default('newest');

/** A user's rating of a series. */
export const SeriesRating = z.object({
  id: Id,
  seriesId: Id,
  rating: z.int().min(1).max(100),
  notes: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SeriesRating = z.infer<typeof SeriesRating>;
export const RatingUpdate = z.object({
  rating: z.int().min(1).max(100),
  notes: z.string().max(5_000).nullish(),
});
export type RatingUpdate = z.infer<typeof RatingUpdate>;
/** Mean rating of all viewers of the series; null without any. */
export const AverageRating = z.object({ average: z.number().min(1).max(100).nullable(), count: Count });
export type AverageRating = z.infer<typeof AverageRating>;

const shared = {
  id: Id,
  name: z.string(),
  summary: z.string().nullable(),
  ordered: z.boolean(),
  /** Changes with the uploaded cover, `?v=` of its address; null for a cover made from its members. */
  coverVersion: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** A collection of series, for all who may see any of them. */
export const Collection = z.object({
  ...shared,
  /** The rule of its members; absent for members added by hand. */
  condition: FreeForm.optional(),
  automatic: z.boolean(),
  /** Series visible to the caller; null with a rule. */
  seriesCount: Count.nullable(),
  /** Series that gives the cover; null for a mosaic. */
  coverSeriesId: Id.nullable(),
});
export type Collection = z.infer<typeof Collection>;

/** A list of books in reading order, for all who may see any of them. */
export const ReadList = z.object({
  ...shared,
  bookCount: Count,
  /** Book that gives the cover; null for a mosaic. */
  coverBookId: Id.nullable(),
});
export type ReadList = z.infer<typeof ReadList>;

/** The caller's progress in a read list, in visible books. */
export const ReadListProgress = z.object({
  bookCount: Count,
  readCount: Count,
  /** The next book in list order; null when none is left to open. */
  next: Book.nullable(),
});
export type ReadListProgress = z.infer<typeof ReadListProgress>;

export const CollectionNew = z.object({
  name: Name,
  summary: Summary.nullish(),
  ordered: z.boolean().default(false),
  condition: FreeForm.optional(),
  seriesIds: z.array(Id).max(MAX_ADDED).default([]),
});
export type CollectionNew = z.infer<typeof CollectionNew>;
export const CollectionUpdate = z.object({
  name: Name.optional(),
  summary: Summary.nullish(),
  ordered: z.boolean().optional(),
  /** Replaces the rule of a collection. */
  condition: FreeForm.optional(),
  coverSeriesId: Id.nullish(),
});
export type CollectionUpdate = z.infer<typeof CollectionUpdate>;

export const ReadListNew = z.object({
  name: Name,
  summary: Summary.nullish(),
  ordered: z.boolean().default(true),
  bookIds: z.array(Id).max(MAX_ADDED).default([]),
});
export type ReadListNew = z.infer<typeof ReadListNew>;
export const ReadListUpdate = z.object({
  name: Name.optional(),
  summary: Summary.nullish(),
  ordered: z.boolean().optional(),
  coverBookId: Id.nullish(),
});
export type ReadListUpdate = z.infer<typeof ReadListUpdate>;

export const AddedSeries = z.object({ seriesIds: z.array(Id).max(MAX_ADDED) });
export const AddedBooks = z.object({ bookIds: z.array(Id).max(MAX_ADDED) });
export const SeriesOrder = z.object({ seriesIds: z.array(Id).max(MAX_MEMBERS) });
export const BookOrder = z.object({ bookIds: z.array(Id).max(MAX_MEMBERS) });

export const COLLECTION_SORTS = ['manual', 'title', 'added', 'year'] as const;
export const READ_LIST_SORTS = ['manual', 'release', 'title', 'added'] as const;
