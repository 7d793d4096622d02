import { z } from 'zod';
import { FreeForm, Id, Timestamp } from './scalars.ts';

/** `locator` is the Readium locator of a reflowable book, as last stored by a device. */
export const ReadProgress = z.object({
  id: Id,
  bookId: Id,
  userId: Id,
  currentPage: z.int().min(1),
  completed: z.boolean(),
  completedAt: Timestamp.nullable(),
  progressPercentage: z.number().min(0).max(1).nullable(),
  startedAt: Timestamp,
  updatedAt: Timestamp,
  locator: FreeForm.optional(),
});
export type ReadProgress = z.infer<typeof ReadProgress>;

/** Body of PUT progress; `isCompleted` is an alias of `completed`. */
export const ProgressUpdate = z.object({
  currentPage: z.int32(),
  completed: z.boolean().optional(),
  progressPercentage: z.number().min(0).max(1).optional(),
  locator: z.record(z.string(), FreeForm).optional(),
});
export type ProgressUpdate = z.infer<typeof ProgressUpdate>;
