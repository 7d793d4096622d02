import { z } from 'zod';
import { FileFormat } from './book.ts';
import { Count, Id, Timestamp } from './scalars.ts';

/** Measured by devices, and as it follows from the times at which places came; both together are the reading time. */
const Duration = z.object({ measuredMs: Count, inferredMs: Count, totalMs: Count });

const part = { duration: Duration, pagesRead: Count, sessions: Count };

export const GRANULARITIES = ['day', 'week', 'month', 'year'] as const;
export const Granularity = z.enum(GRANULARITIES);
export type Granularity = z.infer<typeof Granularity>;

/** A day, `2026-01-31`. */
export const Day = z.iso.date();

/** Reading of one user between two days, both included. */
export const ReadingStats = z.object({
  from: Day,
  to: Day,
  granularity: Granularity,
  timezone: z.string(),
  summary: z.object({
    ...part,
    /** Books read in, and finished. */
    books: Count,
    booksFinished: Count,
    sessionsWithoutDuration: Count,
  }),
  /** Every period of the range, also those without any reading; `bucket` is its first day. Weeks begin on Monday (ISO 8601). */
  periods: z.array(z.object({ bucket: Day, ...part, booksFinished: Count })),
  devices: z.array(
    z.object({ deviceId: z.string(), deviceName: z.string().nullable(), ...part, lastReadAt: Timestamp }),
  ),
  series: z.array(z.object({ seriesId: Id, seriesName: z.string(), ...part, books: Count })),
  formats: z.array(z.object({ format: FileFormat, ...part })),
  libraries: z.array(z.object({ libraryId: Id, libraryName: z.string(), ...part, books: Count })),
  genres: z.array(z.object({ name: z.string(), ...part, books: Count })),
  authors: z.array(z.object({ name: z.string(), ...part, books: Count })),
});
export type ReadingStats = z.infer<typeof ReadingStats>;

const Totals = z.object({ ...part, books: Count, booksFinished: Count });

/** Where one user stands: today, this year, and for how many days in a row. */
export const ReadingOverview = z.object({
  timezone: z.string(),
  today: Totals,
  currentYear: Totals.extend({
    year: z.int(),
    daysRead: Count,
    months: z.array(z.object({ month: z.int().min(1).max(12), ...part, booksFinished: Count })),
  }),
  streak: z.object({
    /** Days in a row up to today, or up to yesterday while today has none yet. */
    currentDays: Count,
    longestDays: Count,
    /** First and last day of the longest one; null without any. */
    longestFrom: Day.nullable(),
    longestTo: Day.nullable(),
  }),
});
export type ReadingOverview = z.infer<typeof ReadingOverview>;

/** Reading of all users together: how much, and not of what or by whom. */
export const ServerReadingStats = z.object({
  from: Day,
  to: Day,
  granularity: Granularity,
  timezone: z.string(),
  summary: z.object({ ...part, activeUsers: Count, booksFinished: Count }),
  periods: z.array(z.object({ bucket: Day, ...part, activeUsers: Count, booksFinished: Count })),
});
export type ServerReadingStats = z.infer<typeof ServerReadingStats>;
