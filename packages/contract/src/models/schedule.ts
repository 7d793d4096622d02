import { z } from 'zod';
import { Timestamp } from './scalars.ts';

/** A schedule that a library may have. */
export const ScheduleRequest = z.object({
  cronSchedule: z.string().min(1).max(200),
  /** The server's own zone when absent or null. */
  cronTimezone: z.string().min(1).max(100).nullish(),
});
export type ScheduleRequest = z.infer<typeof ScheduleRequest>;

/** When scans of a library would begin. */
export const SchedulePreview = z.object({
  /** The zone that counts: the one asked for, else the server's. */
  cronTimezone: z.string(),
  /** The next times, earliest first. */
  nextRuns: z.array(Timestamp),
});
export type SchedulePreview = z.infer<typeof SchedulePreview>;
