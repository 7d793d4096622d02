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
  total: Count,
});
export const TaskStats = TaskCounts.extend({ byType: z.record(z.string(), TaskCounts) });

/** Scan status; `pendingRemovals` and `warnings` come with the removal guard (decision C13). */
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
  booksUpdated: Count,
  booksDeleted: Count,
  booksRestored: Count,
  /** Books of the library still waiting for analysis. */
  booksToAnalyze: Count,
  pendingRemovals: Count,
  warnings: z.array(z.string()),
  errors: z.array(z.string()),
  startedAt: Timestamp,
  completedAt: Timestamp.nullable(),
});
export type ScanStatus = z.infer<typeof ScanStatus>;

export const QueuedTask = z.object({ taskId: Id });
