import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** How late the event loop was, milliseconds, and the share of the time that it was busy. */
export interface LoopReading {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly busy: number;
}

/** Watches the event loop; disposing stops it. */
export interface LoopWatch extends Disposable {
  /** Since the last `restart`. */
  readonly read: () => LoopReading;
  /** Begins again. */
  readonly restart: () => void;
}

/** A turn is looked for this often: a delay is what comes on top. */
const RESOLUTION_MS = 20;
const NANOSECONDS = 1e6;

/** Begins to watch. */
export function watchLoop(): LoopWatch {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let since = performance.eventLoopUtilization();
  const toMs = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS);
  return {
    read: () => {
      const busy = performance.eventLoopUtilization(since).utilization;
      const hasTurns = delays.count > 0;
      const at = (percentile: number): number => (hasTurns ? toMs(delays.percentile(percentile)) : 0);
      return { p50Ms: at(50), p95Ms: at(95), p99Ms: at(99), maxMs: hasTurns ? toMs(delays.max) : 0, busy };
    },
    restart: () => {
      delays.reset();
      since = performance.eventLoopUtilization();
    },
    [Symbol.dispose]: () => {
      delays.disable();
    },
  };
}

/** A delay is recorded within the next turn of the event loop; a longer gap means that nothing waited. */
const PRESENT_MS = 50;

let askedAt = Number.NEGATIVE_INFINITY;

/** To be called with every request, of any server of this process. */
export function noteAsked(): void {
  askedAt = performance.now();
}

/** Whether a user asked for something just now, and may again. */
export function isSomebodyThere(): boolean {
  return performance.now() - askedAt < PRESENT_MS;
}
