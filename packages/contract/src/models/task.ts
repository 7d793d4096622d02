import { z } from 'zod';
import { Count, FreeForm, Id, Timestamp } from './scalars.ts';
import { ScanMode } from './library.ts';

export const TaskStatus = z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']);
export type TaskStatus = z.infer<typeof TaskStatus>;

export const TaskProgress = z.object({ current: Count, total: Count, message: z.string() });

export const Task = z.object({
  id: Id,
  taskType: z.string(),
  status: TaskStatus,
  priority: z.int(),
  libraryId: Id.nullable(),
  seriesId: Id.nullable(),
  bookId: Id.nullable(),
  libraryName: z.string().nullable(),
  seriesTitle: z.string().nullable(),
  bookTitle: z.string().nullable(),
  params: FreeForm,
  progress: TaskProgress.nullable(),
  attempts: Count,
  maxAttempts: Count,
  /** Server process that runs it, and the end of its lease. */
  lockedBy: z.string().nullable(),
  lockedUntil: Timestamp.nullable(),
  lastError: z.string().nullable(),
  result: FreeForm,
  scheduledFor: Timestamp,
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
});
export type Task = z.infer<typeof Task>;

export const TaskCounts = z.object({
  pending: Count,
  running: Count,
  completed: Count,
  failed: Count,
  cancelled: Count,
  /** Running tasks with an expired lease. */
  stale: Count,
  total: Count,
});

/** When and by whom background work was paused; null while it runs. */
export const TasksPause = z.object({
  pause: z.object({ since: Timestamp, by: z.string() }).nullable(),
});
export type TasksPause = z.infer<typeof TasksPause>;

export const TaskStats = TaskCounts.extend({ byType: z.record(z.string(), TaskCounts), ...TasksPause.shape });

const Ids = z.array(Id).min(1).max(1000);

/** A task to queue: type and its parameters; errors list the valid ones. */
export const NewTask = z.object({
  taskType: z.object({
    type: z.string().max(64),
    libraryId: Id.optional(),
    seriesId: Id.optional(),
    bookId: Id.optional(),
    libraryIds: Ids.optional(),
    seriesIds: Ids.optional(),
    bookIds: Ids.optional(),
    mode: z.string().toLowerCase().pipe(ScanMode).optional(),
    of: z.enum(['books', 'series']).optional(),
    force: z.boolean().optional(),
  }),
  priority: z.int().min(0).max(1000).optional(),
  scheduledFor: z.iso.datetime({ offset: true }).optional(),
});
export type NewTask = z.infer<typeof NewTask>;

/** How folder changes are noticed: native events, polling, or waiting for a missing folder. */
export const WatchMethod = z.enum(['native', 'poll', 'waiting']);
export type WatchMethod = z.infer<typeof WatchMethod>;

/** Scan status; `pendingRemovals` and `warnings` come with the removal guard. */
export const ScanStatus = z.object({
  taskId: Id,
  libraryId: Id,
  libraryName: z.string(),
  mode: ScanMode,
  status: TaskStatus,
  /** Current step in words. */
  message: z.string(),
  filesTotal: Count,
  filesProcessed: Count,
  seriesFound: Count,
  booksFound: Count,
  booksAdded: Count,
  /** Changed or moved. */
  booksUpdated: Count,
  /** Of those, only moved. */
  booksMoved: Count,
  booksDeleted: Count,
  booksRestored: Count,
  /** Marked as deleted before, now purged. */
  booksPurged: Count,
  /** Books of the library waiting for analysis. */
  booksToAnalyze: Count,
  pendingRemovals: Count,
  /** Address of their list, from the server root; null without any. */
  pendingRemovalsUrl: z.string().nullable(),
  /** Null while the library is not watched. */
  watching: WatchMethod.nullable(),
  warnings: z.array(z.string()),
  errors: z.array(z.string()),
  startedAt: Timestamp,
  completedAt: Timestamp.nullable(),
});
export type ScanStatus = z.infer<typeof ScanStatus>;

/** A book whose file is missing, kept until a user confirms the removal. */
export const HeldBackBook = z.object({
  id: Id,
  title: z.string(),
  /** Path of its file, relative to the library. */
  path: z.string(),
  /** Bytes, last known. */
  fileSize: Count,
  seriesId: Id,
  seriesName: z.string(),
  /** First scan that missed it. */
  missingSince: Timestamp,
});
export type HeldBackBook = z.infer<typeof HeldBackBook>;

export const QueuedTask = z.object({ taskId: Id });
