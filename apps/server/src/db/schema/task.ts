/** One background task. At most one `pending` row per (type, target). */
export interface TaskTable {
  id: string;
  type: string;
  /** Id of its subject, or `` for none. */
  target: string;
  status: string;
  priority: number;
  /** JSON, ids only. */
  payload: string;
  libraryId: string | null;
  seriesId: string | null;
  bookId: string | null;
  /** The task that queued it; cancelling that one cancels this one. */
  parentId: string | null;
  attempts: number;
  maxAttempts: number;
  /** A stored message (`words/stored-message.ts`), or a plain text. */
  lastError: string | null;
  result: string | null;
  progressCurrent: number;
  progressTotal: number;
  /** A stored message, or ``. */
  progressMessage: string;
  cancelRequested: number;
  /** 1 when the same was queued while it runs: it looks once more before it ends. */
  rerun: number;
  lockedBy: string | null;
  lockedUntil: number | null;
  scheduledFor: number;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
}

/** A state shared by all processes, JSON by key. */
export interface ServerStateTable {
  key: string;
  value: string;
  changedAt: number;
}

/** A process that serves this database, dead after `aliveUntil` by the database's clock. */
export interface ServerProcessTable {
  /** `host:pid:start`, as in `task.lockedBy`. */
  name: string;
  startedAt: number;
  aliveUntil: number;
}

/** The next scheduled scan of a library, computed from the given schedule. */
export interface LibraryScheduleTable {
  libraryId: string;
  cronSchedule: string;
  cronTimezone: string;
  nextRunAt: number;
}

/** The process that watches the folder of a library, and how. */
export interface LibraryWatchTable {
  libraryId: string;
  /** Name of a process, or null. */
  holder: string | null;
  /** `native`, `poll` or `waiting`. */
  method: string;
  /** A stored message for users, or ``. */
  message: string;
  changedAt: number;
}
