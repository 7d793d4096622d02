const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Pauses before reading a file once more that took too long: a busy disk recovers, a bad file stays bad. */
const PAUSES_MS = [10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

/**
 * When the next scan may read a file again that took too long.
 * @param failedAttempts how often in a row it did, this time included
 * @returns epoch milliseconds, null when it has been tried often enough
 */
export function retryTime(failedAttempts: number, now: number): number | null {
  const pause = PAUSES_MS[failedAttempts - 1];
  return pause === undefined ? null : now + pause;
}
