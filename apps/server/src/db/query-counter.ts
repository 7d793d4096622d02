import type { LogEvent } from 'kysely';
import { Histogram } from '#metrics/histogram.ts';

/** Statements that were run, whichever connection ran them. */
export interface QueryCounter {
  readonly durations: Histogram;
  failed: number;
}

/** Everything at 0. */
export function createQueryCounter(): QueryCounter {
  return { durations: new Histogram(), failed: 0 };
}

/** What Kysely calls after each statement. */
export function countQueries(counter: QueryCounter): (event: LogEvent) => void {
  return ({ level, queryDurationMillis }) => {
    counter.durations.observe(queryDurationMillis);
    if (level === 'error') counter.failed += 1;
  };
}
