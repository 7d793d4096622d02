import type { Task } from '@lectern/contract';

export interface Throughput {
  /** Tasks finished in the last hour. */
  readonly lastHour: number;
  /** The sample does not cover the whole hour. */
  readonly orMore: boolean;
  /** Median delay between due time and start; undefined without tasks. */
  readonly usualWaitMs: number | undefined;
  /** Median run time. */
  readonly usualWorkMs: number | undefined;
}

const HOUR_MS = 3_600_000;

type Done = Pick<Task, 'createdAt' | 'scheduledFor' | 'startedAt' | 'completedAt'>;

/**
 * @param done the latest finished tasks, at most `looked`
 * @param nowAt epoch milliseconds
 */
export function measureThroughput(done: readonly Done[], looked: number, nowAt: number): Throughput {
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
    usualWaitMs: findMedian(waits),
    usualWorkMs: findMedian(works),
  };
}

function findMedian(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}
