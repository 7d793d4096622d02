/** One background task. At most one `pending` row for each (type, target). */
export interface TaskTable {
  id: string;
  type: string;
  /** What it works on: an id, or `` for a task without one. */
  target: string;
  status: string;
  /** Higher runs first. */
  priority: number;
  /** JSON, ids only. */
  payload: string;
  libraryId: string | null;
  seriesId: string | null;
  bookId: string | null;
  /** The scan that queued it, so that cancelling the scan cancels it too. */
  parentId: string | null;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  result: string | null;
  progressCurrent: number;
  progressTotal: number;
  progressMessage: string;
  cancelRequested: number;
  /** 1 when more of the same was queued while it runs: it looks once more before it ends. */
  rerun: number;
  lockedBy: string | null;
  lockedUntil: number | null;
  scheduledFor: number;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
}
