const FIRST_MS = 5 * 60_000;
const LONGEST_MS = 24 * 3_600_000;
/** Longer than that no server is left alone because it asks. */
const ASKED_MS = 7 * LONGEST_MS;
/** Share of the time by which it differs, so that many do not come back at once. */
const JITTER = 0.2;

/**
 * How long a feed is left alone that could not be read: five minutes, twice as long after each failure, a day at most; longer
 * when its server asks for it.
 * @param failures in a row, from 1
 * @param random gives numbers from 0 to 1
 * @returns milliseconds
 */
export function pollBackoff(failures: number, retryAfterMs: number | undefined, random: () => number): number {
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, failures - 1));
  const varied = Math.round(wait * (1 - JITTER + 2 * JITTER * random()));
  return Math.max(varied, Math.min(ASKED_MS, retryAfterMs ?? 0));
}
