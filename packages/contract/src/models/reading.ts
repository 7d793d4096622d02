import { z } from 'zod';
import { ProgressUpdate, ReadProgress } from './progress.ts';
import { Count, FreeForm, Id, Timestamp } from './scalars.ts';

export const MAX_AT_ONCE = 500;

const Times = z.object({ startedAt: Timestamp, completedAt: Timestamp });

/** Every time the caller finished a book, latest first. */
export const ReadHistory = z.object({
  readCount: Count,
  lastCompletedAt: Timestamp.nullable(),
  entries: z.array(
    Times.extend({
      id: z.string(),
      /** Device of the completion; null when unknown. */
      deviceId: z.string().nullable(),
      deviceName: z.string().nullable(),
    }),
  ),
});
export type ReadHistory = z.infer<typeof ReadHistory>;

/** Every time the caller finished a series, latest first. */
export const SeriesReadHistory = z.object({
  readCount: Count,
  lastCompletedAt: Timestamp.nullable(),
  entries: z.array(Times),
});
export type SeriesReadHistory = z.infer<typeof SeriesReadHistory>;

export const BookIds = z.object({ bookIds: z.array(Id).max(MAX_AT_ONCE) });
export const SeriesIds = z.object({ seriesIds: z.array(Id).max(MAX_AT_ONCE) });

export const ProgressRejection = z.object({ bookId: Id, reason: z.enum(['book_not_found', 'invalid_page']) });
export type ProgressRejection = z.infer<typeof ProgressRejection>;

/** Progress of many books, and the results. */
export const ManyProgressUpdate = z.object({
  progress: z.array(ProgressUpdate.extend({ bookId: Id })).max(MAX_AT_ONCE),
});
export const ManyProgress = z.object({ progress: z.array(ReadProgress), rejected: z.array(ProgressRejection) });
export type ManyProgress = z.infer<typeof ManyProgress>;

/** A Readium locator; names only the parts that are read. */
export const Locator = z.looseObject({
  href: z.string().max(4096),
  type: z.string().max(200).optional(),
  locations: z
    .looseObject({
      position: z.int().min(1).optional(),
      progression: z.number().min(0).max(1).optional(),
      totalProgression: z.number().min(0).max(1).optional(),
    })
    .refine(
      ({ position, totalProgression }) => position !== undefined || totalProgression !== undefined,
      'must have position or totalProgression',
    ),
});

/** The years 1970 to 9999. */
const When = z.iso.datetime({ offset: true });

/** A session uploaded by a device. Invalid measurements reject the session, not the batch. */
export const SessionUpload = z.object({
  /** Set by the device, to recognise repeated uploads. */
  id: Id,
  bookId: Id,
  /** The device's own name; by default the API key or program. */
  deviceId: z.string().min(1).max(200).optional(),
  deviceName: z.string().max(200).nullish(),
  kind: z.enum(['progress', 'completed', 'reset']),
  toPage: z.int32().nullish(),
  toPercentage: z.number().nullish(),
  /** Readium locator, JSON in a string. */
  r2Progression: z.string().max(16_384).nullish(),
  activeDurationMs: z.int().max(1_000_000_000).nullish(),
  pagesRead: z.int32().nullish(),
  clientStartedAt: When,
  clientEndedAt: When,
});
export type SessionUpload = z.infer<typeof SessionUpload>;

export const SessionsUpload = z.object({ sessions: z.array(SessionUpload).max(MAX_AT_ONCE) });

export const SessionRejection = z.object({
  id: Id,
  reason: z.enum([
    'duplicate_in_batch',
    'invalid_time_range',
    'invalid_percentage',
    'invalid_measurement',
    'book_not_found',
  ]),
});
export type SessionRejection = z.infer<typeof SessionRejection>;

export const RecordedSessions = z.object({
  /** Known to the server now, new or not. */
  accepted: z.array(Id),
  rejected: z.array(SessionRejection),
  /** For each book of an accepted session. */
  progress: z.array(ReadProgress),
});
export type RecordedSessions = z.infer<typeof RecordedSessions>;

/** A stored session of the caller. */
export const ReadingSession = z.object({
  id: z.string(),
  bookId: Id,
  bookTitle: z.string(),
  seriesId: Id,
  deviceId: z.string(),
  deviceName: z.string().nullable(),
  kind: z.enum(['progress', 'completed', 'reset']),
  page: z.int().nullable(),
  completed: z.boolean(),
  pagesRead: Count,
  /** Reading time: measured by the device, else derived from the times of its positions. */
  durationMs: Count,
  isMeasured: z.boolean(),
  startedAt: Timestamp,
  endedAt: Timestamp,
});
export type ReadingSession = z.infer<typeof ReadingSession>;

/** A stored locator, free-form. */
export const StoredLocator = FreeForm;
