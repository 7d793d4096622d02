import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** Delay of the event loop, milliseconds, and the share of time that it was busy. */
export interface LoopReading {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly busy: number;
}

/** Watches the event loop; disposing stops it. */
export interface LoopWatch extends Disposable {
  readonly read: () => LoopReading;
  readonly restart: () => void;
}

/** Interval of the probe; a delay is what exceeds it. */
const RESOLUTION_MS = 20;
const NANOSECONDS = 1e6;

/** Starts a watch of the event loop. */
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
