import { z } from 'zod';
import { FileFormat } from './book.ts';
import { Count, Id, Timestamp } from './scalars.ts';

/** Measured by devices, and derived from times of positions; their sum is the reading time. */
const Duration = z.object({ measuredMs: Count, inferredMs: Count, totalMs: Count });

const part = { duration: Duration, pagesRead: Count, sessions: Count };

export const GRANULARITIES = ['day', 'week', 'month', 'year'] as const;
export const Granularity = z.enum(GRANULARITIES);
export type Granularity = z.infer<typeof Granularity>;

/** A day, `2026-01-31`. */
export const Day = z.iso.date();

/** A user's reading between two days, inclusive. */
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
  /** Every period of the range, empty ones too; `bucket` is its first day. Weeks start on Monday (ISO 8601). */
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

/** A user's reading: today, this year, and streaks. */
export const ReadingOverview = z.object({
  timezone: z.string(),
  today: Totals,
  currentYear: Totals.extend({
    year: z.int(),
    daysRead: Count,
    months: z.array(z.object({ month: z.int().min(1).max(12), ...part, booksFinished: Count })),
  }),
  streak: z.object({
    /** Consecutive days up to today, or yesterday before today's first reading. */
    currentDays: Count,
    longestDays: Count,
    /** First and last day of the longest streak; null without one. */
    longestFrom: Day.nullable(),
    longestTo: Day.nullable(),
  }),
});
export type ReadingOverview = z.infer<typeof ReadingOverview>;

/** Reading of all users together, without books and names. */
export const ServerReadingStats = z.object({
  from: Day,
  to: Day,
  granularity: Granularity,
  timezone: z.string(),
  summary: z.object({ ...part, activeUsers: Count, booksFinished: Count }),
  periods: z.array(z.object({ bucket: Day, ...part, activeUsers: Count, booksFinished: Count })),
});
export type ServerReadingStats = z.infer<typeof ServerReadingStats>;
