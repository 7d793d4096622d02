import { z } from 'zod';
import { paginated } from '../paging.ts';
import { Count, Id, Timestamp } from './scalars.ts';

/** A book of a group; `path` is its file's. */
export const DuplicateBook = z.object({
  id: Id,
  title: z.string(),
  path: z.string(),
  fileSize: Count,
  libraryId: Id,
  libraryName: z.string(),
  seriesId: Id,
  seriesName: z.string(),
});

/** Books with identical files, visible to the viewer, two or more. */
export const DuplicateGroup = z.object({
  id: Id,
  /** SHA-256 of the files, lower-case hex. */
  fileHash: z.string(),
  bookIds: z.array(Id),
  duplicateCount: Count,
  books: z.array(DuplicateBook),
  dismissed: z.boolean(),
  createdAt: Timestamp,
  /** Last change of its books. */
  updatedAt: Timestamp,
});
export type DuplicateGroup = z.infer<typeof DuplicateGroup>;

/** A page of groups; totals are of all pages. */
export const DuplicateGroups = paginated(DuplicateGroup).extend({ totalGroups: Count, totalDuplicateBooks: Count });

export const DuplicateMatchType = z.enum(['external_id', 'title']);
export type DuplicateMatchType = z.infer<typeof DuplicateMatchType>;

export const DuplicateSeries = z.object({
  id: Id,
  title: z.string(),
  libraryId: Id,
  libraryName: z.string(),
  bookCount: Count,
  updatedAt: Timestamp,
});

/** Similar series, visible to the viewer, two or more. */
export const DuplicateSeriesGroup = z.object({
  id: Id,
  matchType: DuplicateMatchType,
  /** The common part: the title without case, accents and punctuation, or `source:id`. */
  matchKey: z.string(),
  /** Titles are compared within a library; null for other matches. */
  libraryId: Id.nullable(),
  members: z.array(DuplicateSeries),
  duplicateCount: Count,
  dismissed: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type DuplicateSeriesGroup = z.infer<typeof DuplicateSeriesGroup>;

export const DuplicateSeriesGroups = paginated(DuplicateSeriesGroup).extend({
  totalGroups: Count,
  totalDuplicateSeries: Count,
  externalIdGroups: Count,
  titleGroups: Count,
});

export const DuplicateScan = z.object({ taskId: Id, message: z.string() });
