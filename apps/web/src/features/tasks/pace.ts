import type { Task } from '@lectern/contract';

/** How work goes, from tasks that were done. */
export interface Pace {
  /** Tasks done within the last hour. */
  readonly lastHour: number;
  /** There are more of them than were looked at. */
  readonly orMore: boolean;
  /** From when a task could begin until it did, in the middle of all; undefined without any. */
  readonly usualWaitMs: number | undefined;
  /** From its start to its end, in the middle of all. */
  readonly usualWorkMs: number | undefined;
}

const HOUR_MS = 3_600_000;

type Done = Pick<Task, 'createdAt' | 'scheduledFor' | 'startedAt' | 'completedAt'>;

/**
 * The pace of the latest tasks.
 * @param done the latest tasks that were done; `looked` at most so many were asked for
 * @param nowAt epoch milliseconds
 */
export function paceOf(done: readonly Done[], looked: number, nowAt: number): Pace {
  const lastHour = done.filter(({ completedAt }) => completedAt !== null && nowAt - Date.parse(completedAt) < HOUR_MS);
  const waits = done.flatMap(({ createdAt, scheduledFor, startedAt }) =>
    startedAt === null
      ? []
      : [Math.max(0, Date.parse(startedAt) - Math.max(Date.parse(createdAt), Date.parse(scheduledFor)))],
  );
  const works = done.flatMap(({ startedAt, completedAt }) =>
    startedAt === null || completedAt === null ? [] : [Math.max(0, Date.parse(completedAt) - Date.parse(startedAt))],
  );
  return {
    lastHour: lastHour.length,
    orMore: lastHour.length >= looked,
    usualWaitMs: middleOf(waits),
    usualWorkMs: middleOf(works),
  };
}

function middleOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}
