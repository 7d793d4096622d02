/** A scan holds the index for at most this long. */
const MAX_HOLD_MS = 60_000;
/** A user who has searched may search again. */
const SEARCH_MS = 10_000;

/** Tracks scans and searches. @param now milliseconds of a monotonic clock */
export function createIndexHold(now: () => number = () => performance.now()) {
  const scans = new Set<{ readonly at: number }>();
  let searchedAt = Number.NEGATIVE_INFINITY;
  return {
    /** A scan starts to write books. Disposing the result ends it. */
    begin: (): Disposable => {
      const scan = { at: now() };
      scans.add(scan);
      return { [Symbol.dispose]: () => void scans.delete(scan) };
    },
    /** A user searches, and expects to find new books. */
    noteSearch: (): void => {
      searchedAt = now();
    },
    /** Whether the search index must wait for a scan. */
    isIndexHeld: (): boolean => {
      const time = now();
      return time - searchedAt > SEARCH_MS && [...scans].some(({ at }) => time - at < MAX_HOLD_MS);
    },
  };
}

/** Of this process. On one event loop, scanning and indexing at once would make both slower. */
export const indexHold = createIndexHold();
