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
  /** Server process that runs it, and until when it may without a sign of life. */
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
  /** Of those that run: how many give no sign of life any more. */
  stale: Count,
  total: Count,
});

/** Since when background work is paused, and by whom; null while it goes on. */
export const TasksPause = z.object({
  pause: z.object({ since: Timestamp, by: z.string() }).nullable(),
});
export type TasksPause = z.infer<typeof TasksPause>;

export const TaskStats = TaskCounts.extend({ byType: z.record(z.string(), TaskCounts), ...TasksPause.shape });

const Ids = z.array(Id).min(1).max(1000);

/** A task to queue: its type, and what the type takes; anything else is refused with what is valid. */
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

/** How changes of a library's files are noticed: natively, by looking through it, or not now, its folder being away. */
export const WatchMethod = z.enum(['native', 'poll', 'waiting']);
export type WatchMethod = z.infer<typeof WatchMethod>;

/** Scan status; `pendingRemovals` and `warnings` come with the removal guard. */
export const ScanStatus = z.object({
  taskId: Id,
  libraryId: Id,
  libraryName: z.string(),
  mode: ScanMode,
  status: TaskStatus,
  /** What it does now, in words. */
  message: z.string(),
  filesTotal: Count,
  filesProcessed: Count,
  seriesFound: Count,
  booksFound: Count,
  booksAdded: Count,
  /** Changed or moved. */
  booksUpdated: Count,
  /** Of those: only their place is another one. */
  booksMoved: Count,
  booksDeleted: Count,
  booksRestored: Count,
  /** Deleted before, and now removed for good. */
  booksPurged: Count,
  /** Books of the library still waiting for analysis. */
  booksToAnalyze: Count,
  pendingRemovals: Count,
  /** Where those books are listed, from the server root; null while none is held back. */
  pendingRemovalsUrl: z.string().nullable(),
  /** Null while nobody watches the library. */
  watching: WatchMethod.nullable(),
  warnings: z.array(z.string()),
  errors: z.array(z.string()),
  startedAt: Timestamp,
  completedAt: Timestamp.nullable(),
});
export type ScanStatus = z.infer<typeof ScanStatus>;

/** A book whose file a scan did not find, and that stays until somebody confirms that it was removed. */
export const HeldBackBook = z.object({
  id: Id,
  title: z.string(),
  /** Where its file was, relative to the library's folder. */
  path: z.string(),
  /** Bytes, as it was. */
  fileSize: Count,
  seriesId: Id,
  seriesName: z.string(),
  /** When a scan missed it first. */
  missingSince: Timestamp,
});
export type HeldBackBook = z.infer<typeof HeldBackBook>;

export const QueuedTask = z.object({ taskId: Id });
