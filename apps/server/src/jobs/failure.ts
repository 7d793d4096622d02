/** A task that would fail again however often it is tried: it ends at once, with this message for its owner. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
}

/**
 * What a person reads about an error that the server did not expect. Errors of the system say where on the machine a file lies,
 * which is for the log: `EACCES: permission denied, open '/srv/…'` becomes `EACCES: permission denied, open`.
 */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error';
  return /^(E[A-Z0-9]+: [^']+) '/.exec(error.message)?.[1] ?? error.message;
}

/**
 * Why a running task is asked to stop: someone cancelled it; background work is paused or the process ends, and another run
 * goes on with it; or its row is no longer this process's.
 */
export type StopReason = 'cancelled' | 'paused' | 'shutdown' | 'lost';

/** The reason of a task's abort signal. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`The task was stopped: ${reason}`);
    this.reason = reason;
  }
}
