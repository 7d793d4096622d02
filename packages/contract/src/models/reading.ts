import { z } from 'zod';
import { ProgressUpdate, ReadProgress } from './progress.ts';
import { Count, FreeForm, Id, Timestamp } from './scalars.ts';

/** Books or sessions that one request may name. */
export const MAX_AT_ONCE = 500;

const Times = z.object({ startedAt: Timestamp, completedAt: Timestamp });

/** Every time the caller finished a book, the last first. */
export const ReadHistory = z.object({
  readCount: Count,
  lastCompletedAt: Timestamp.nullable(),
  entries: z.array(
    Times.extend({
      id: z.string(),
      /** What it was finished on; null where that is not known. */
      deviceId: z.string().nullable(),
      deviceName: z.string().nullable(),
    }),
  ),
});
export type ReadHistory = z.infer<typeof ReadHistory>;

/** Every time the caller finished all books of a series, the last first. */
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

/** Places in many books, and what came of them. */
export const ManyProgressUpdate = z.object({
  progress: z.array(ProgressUpdate.extend({ bookId: Id })).max(MAX_AT_ONCE),
});
export const ManyProgress = z.object({ progress: z.array(ReadProgress), rejected: z.array(ProgressRejection) });
export type ManyProgress = z.infer<typeof ManyProgress>;

/** A Readium locator: where in a publication; only the parts that are read are named. */
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

/** Milliseconds since 1970 fit: years 1970 to 9999. */
const When = z.iso.datetime({ offset: true });

/** A session as a device kept it. Measurements out of range do not spoil the batch: the session is told as rejected. */
export const SessionUpload = z.object({
  /** Made by the device: the same session sent again is known by it. */
  id: Id,
  bookId: Id,
  /** What the device calls itself; the API key or program that sends it unless given. */
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
  /** Known to the server now, whether they came for the first time or not. */
  accepted: z.array(Id),
  rejected: z.array(SessionRejection),
  /** Of every book that an accepted session is about. */
  progress: z.array(ReadProgress),
});
export type RecordedSessions = z.infer<typeof RecordedSessions>;

/** One session of the caller, as the server keeps it. */
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
  /** Reading time: measured by the device, else as it follows from the times at which places came. */
  durationMs: Count,
  isMeasured: z.boolean(),
  startedAt: Timestamp,
  endedAt: Timestamp,
});
export type ReadingSession = z.infer<typeof ReadingSession>;

/** Free-form answer of a stored locator. */
export const StoredLocator = FreeForm;
