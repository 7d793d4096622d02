import { z } from 'zod';
import { SERIES_FIELDS } from '../metadata-fields.ts';
import { choiceSchema } from '../metadata-schemas.ts';
import { CoverSource } from './cover.ts';
import { Count, Id, ReadingDirection, Timestamp } from './scalars.ts';

export const SeriesStatus = choiceSchema(SERIES_FIELDS.status);

/** What a tracked series lacks besides its metadata. */
export const releaseFields = {
  /** Whether its releases are tracked. */
  tracked: z.boolean().optional(),
  /** Chapters beyond the highest one, in tenths; null when untracked or complete. */
  upstreamChapterGap: z.number().nullish(),
  upstreamVolumeGap: z.int().nullish(),
  /** The outside catalogue that knows it; null without one. */
  upstreamGapProvider: z.string().nullish(),
};

export const Series = z.object({
  id: Id,
  libraryId: Id,
  libraryName: z.string(),
  title: z.string(),
  titleSort: z.string().nullable(),
  summary: z.string().nullable(),
  publisher: z.string().nullable(),
  year: z.int().nullable(),
  status: SeriesStatus,
  readingDirection: ReadingDirection.nullable(),
  /** Folder below the library root; empty for files in the root. */
  path: z.string(),
  bookCount: Count,
  unreadCount: Count,
  inProgressCount: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  coverVersion: z.string().nullable(),
  coverPlaceholder: z.string().nullable(),
  /** Source of the chosen cover; null for that of the first book. */
  selectedCoverSource: CoverSource.nullable(),
  /** Whether covers were added, chosen or not. */
  hasCustomCover: z.boolean(),
  /** Whether it is on the caller's want-to-read list. */
  wantToRead: z.boolean().optional(),
  /** The caller's rating, 1 to 100; null without one. */
  userRating: z.int().min(1).max(100).nullish(),
  /** Mean rating of all viewers; null without any. */
  communityRating: z.number().min(1).max(100).nullish(),
  /** Highest volume and chapter of its books; null when unknown. */
  localMaxVolume: z.int().nullish(),
  localMaxChapter: z.number().nullish(),
  /** Books with a volume and without a chapter. */
  volumesOwned: Count.optional(),
  ...releaseFields,
});
export type Series = z.infer<typeof Series>;

export const MarkedCount = z.object({ count: Count, message: z.string() });
