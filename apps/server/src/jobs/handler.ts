import type { TaskPayload, TaskType } from './task-payloads.ts';

/** An error that no retry would help: the task fails at once, with this message for its owner. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
}

/**
 * Why a running task has to stop. After `paused` and `shutdown` another run continues it; after `lost` its row belongs
 * to another process.
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

/** Progress of a task, in numbers and words for its owner. */
export interface Progress {
  readonly current: number;
  readonly total: number;
  readonly message: string;
}

/** One run of a task, as its handler sees it. */
export interface TaskRun {
  readonly taskId: string;
  /** Aborted with a TaskStopped when the task is cancelled or the process stops. */
  readonly signal: AbortSignal;
  /** The result of earlier turns of the task, parsed JSON; null in the first turn. */
  readonly earlier: unknown;
  /** Reports progress; written and sent a few times a second at most. */
  readonly report: (progress: Progress, result?: object) => void;
  /**
   * True when a more important task waits for a worker, or after a while an equally important one: a long task then
   * ends its turn with `again`.
   */
  readonly shouldYield: () => Promise<boolean>;
}

/** The outcome of a run that did not throw. */
export interface TaskOutcome {
  readonly result?: object;
  /** The task is not done: it is queued again, and its next run continues. */
  readonly again?: boolean;
}

/** Runs tasks of one kind. It is idempotent, and stops soon after its signal. */
export interface TaskHandler<Payload> {
  readonly run: (payload: Payload, run: TaskRun) => Promise<TaskOutcome>;
  /** Called after every announced change of state or progress. */
  readonly changed?: (taskId: string) => Promise<void>;
}

/** A handler for every kind. */
export type TaskHandlers = { readonly [Type in TaskType]: TaskHandler<TaskPayload<Type>> };
