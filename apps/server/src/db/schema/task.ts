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

/** A fact that holds for all processes, JSON by key. */
export interface ServerStateTable {
  key: string;
  value: string;
  changedAt: number;
}

/** A process that serves this database. It is gone when its time has run out by the database's clock. */
export interface ServerProcessTable {
  /** `host:pid:start`, as in `task.lockedBy`. */
  name: string;
  startedAt: number;
  aliveUntil: number;
}

/** When a library is due for its scheduled scan. Written for the schedule it was computed from. */
export interface LibraryScheduleTable {
  libraryId: string;
  cronSchedule: string;
  cronTimezone: string;
  nextRunAt: number;
}

/** Which process watches the folder of a library, and how. */
export interface LibraryWatchTable {
  libraryId: string;
  /** Name of a process; null without one. */
  holder: string | null;
  /** `native`, `poll` or `waiting`. */
  method: string;
  /** What a person should know about it, or ``. */
  message: string;
  changedAt: number;
}
