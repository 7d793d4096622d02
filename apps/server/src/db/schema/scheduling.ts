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
  /** Name of a process; null when nobody does. */
  holder: string | null;
  /** `native`, `poll` or `waiting`. */
  method: string;
  /** What a person should know about it, or ``. */
  message: string;
  changedAt: number;
}
