import type { LogEvent } from 'kysely';
import { Histogram } from '#metrics/histogram.ts';

/** Statements of this process, on all connections. */
export interface QueryCounter {
  readonly durations: Histogram;
  failed: number;
}

/** A counter at 0. */
export function createQueryCounter(): QueryCounter {
  return { durations: new Histogram(), failed: 0 };
}

/** Kysely's log function, called after each statement. */
export function countQueries(counter: QueryCounter): (event: LogEvent) => void {
  return ({ level, queryDurationMillis }) => {
    counter.durations.observe(queryDurationMillis);
    if (level === 'error') counter.failed += 1;
  };
}
