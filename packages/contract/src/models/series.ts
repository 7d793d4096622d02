import { z } from 'zod';
import { SERIES_FIELDS } from '../metadata-fields.ts';
import { choiceSchema } from '../metadata-schemas.ts';
import { CoverSource } from './cover.ts';
import { Count, Id, ReadingDirection, Timestamp } from './scalars.ts';

export const SeriesStatus = choiceSchema(SERIES_FIELDS.status);

/** What a series that is tracked lacks, beside what its metadata says there is. */
export const releaseFields = {
  /** Whether its releases are looked for. */
  tracked: z.boolean().optional(),
  /** Chapters beyond the highest one, to a tenth; null when it is not tracked or nothing is missing. */
  upstreamChapterGap: z.number().nullish(),
  upstreamVolumeGap: z.int().nullish(),
  /** The outside catalogue that it is known to; null without any. */
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
  /** Folder below the library root; empty for a series of files in the root. */
  path: z.string(),
  bookCount: Count,
  unreadCount: Count,
  inProgressCount: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  coverVersion: z.string().nullable(),
  coverPlaceholder: z.string().nullable(),
  /** Where the chosen cover comes from; null when it is that of the first book. */
  selectedCoverSource: CoverSource.nullable(),
  /** Whether covers were added beside the automatic one, chosen or not. */
  hasCustomCover: z.boolean(),
  /** Whether the caller wants to read it. */
  wantToRead: z.boolean().optional(),
  /** What the caller thinks of it, 1 to 100; null when they did not say. */
  userRating: z.int().min(1).max(100).nullish(),
  /** What all who may see it think of it on average; null when nobody said. */
  communityRating: z.number().min(1).max(100).nullish(),
  /** Highest volume and chapter of its books; null where none tells. */
  localMaxVolume: z.int().nullish(),
  localMaxChapter: z.number().nullish(),
  /** Books with a volume and without a chapter. */
  volumesOwned: Count.optional(),
  ...releaseFields,
});
export type Series = z.infer<typeof Series>;

export const MarkedCount = z.object({ count: Count, message: z.string() });
