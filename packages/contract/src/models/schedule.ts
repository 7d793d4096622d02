import { z } from 'zod';
import { Timestamp } from './scalars.ts';

/** A schedule of a library. */
export const ScheduleRequest = z.object({
  cronSchedule: z.string().min(1).max(200),
  /** Null or absent for the server's own zone. */
  cronTimezone: z.string().min(1).max(100).nullish(),
});
export type ScheduleRequest = z.infer<typeof ScheduleRequest>;

/** Next scans of a library. */
export const SchedulePreview = z.object({
  /** The effective zone. */
  cronTimezone: z.string(),
  /** Earliest first. */
  nextRuns: z.array(Timestamp),
});
export type SchedulePreview = z.infer<typeof SchedulePreview>;
