import type { TaskPayload, TaskType } from './catalog.ts';

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

/** How far a task is, in numbers and in words for its owner. */
export interface Progress {
  readonly current: number;
  /** 0 while unknown. */
  readonly total: number;
  readonly message: string;
}

/** One run of a task, as its handler sees it. */
export interface TaskRun {
  readonly taskId: string;
  /** Aborted when the task is cancelled or the process stops; its reason is a TaskStopped. */
  readonly signal: AbortSignal;
  /** What earlier turns of the same task left as its result, parsed JSON; null in the first one. */
  readonly earlier: unknown;
  /** Tells how far it is, as often as one likes: it is written and sent a few times a second at most. */
  readonly report: (progress: Progress, result?: object) => void;
  /**
   * True when something more important waits for a worker, or after a while something as important: a long task then ends
   * its turn with `again`.
   */
  readonly shouldYield: () => Promise<boolean>;
}

/** How a run ended that did not throw. */
export interface TaskOutcome {
  /** Numbers and names kept with the task, JSON. */
  readonly result?: object;
  /** The task is not done: it goes back into the line and its next run goes on. */
  readonly again?: boolean;
}

/** What runs tasks of one kind. Running one twice leaves the same rows; it stops soon after its signal. */
export interface TaskHandler<Payload> {
  readonly run: (payload: Payload, run: TaskRun) => Promise<TaskOutcome>;
  /** Called after every change of state or progress that others were told of. */
  readonly changed?: (taskId: string) => Promise<void>;
}

/** A handler for every kind: a kind without one does not compile. */
export type TaskHandlers = { readonly [Type in TaskType]: TaskHandler<TaskPayload<Type>> };
