import { performance } from 'node:perf_hooks';

/** A request within this time is recent: waiting requests are handled in the next turns of the event loop. */
const PRESENT_MS = 50;

let askedAt = Number.NEGATIVE_INFINITY;

/** To be called with every request of any server of this process. */
export function noteRequest(): void {
  askedAt = performance.now();
}

/** Whether a request came just now, so that more may follow. */
export function isRequestRecent(): boolean {
  return performance.now() - askedAt < PRESENT_MS;
}
