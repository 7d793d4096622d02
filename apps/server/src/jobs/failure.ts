/** A task that would fail again however often it is tried: it ends at once, with this message for its owner. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
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
