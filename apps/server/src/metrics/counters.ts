import { RequestCounters } from './request-counters.ts';
import { TaskCounters } from './task-counters.ts';

/** State of a cache; null where it is not counted. */
export interface CacheState {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number | null;
  readonly bytes: number | null;
  readonly maxBytes: number | null;
}

/** Event streams of this process. */
export interface EventCounters {
  readonly clients: Record<'entity' | 'task' | 'scan' | 'log', number>;
  dropped: number;
  sent: number;
}

/** Counters of one process since its start; none is ever reset. */
export interface Counters {
  readonly startedAt: number;
  readonly requests: RequestCounters;
  readonly tasks: TaskCounters;
  readonly events: EventCounters;
}

/** Counters at 0. */
export function createCounters(): Counters {
  return {
    startedAt: Date.now(),
    requests: new RequestCounters(),
    tasks: new TaskCounters(),
    events: { clients: { entity: 0, task: 0, scan: 0, log: 0 }, dropped: 0, sent: 0 },
  };
}
