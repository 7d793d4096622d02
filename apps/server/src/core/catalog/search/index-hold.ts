/** A listing that takes longer than this keeps the index waiting no more. */
const MOST_MS = 60_000;
/** Who has searched may search again. */
const WANTED_MS = 10_000;

/** Scans that write their findings, and searches that run meanwhile. */
export interface IndexHold {
  /** A scan begins to write what it found; it ends when what comes is disposed. */
  readonly begin: () => Disposable;
  /** A user searches: what is listed meanwhile is to be found soon. */
  readonly noteSearch: () => void;
  /** Whether the index of search waits until everything is listed. */
  readonly isIndexHeld: () => boolean;
}

/**
 * Keeps in mind what is being listed, and who searches.
 * @param now milliseconds of a clock that never goes back
 */
export function createIndexHold(now: () => number = () => performance.now()): IndexHold {
  const begun = new Set<{ readonly at: number }>();
  let searchedAt = Number.NEGATIVE_INFINITY;
  return {
    begin: () => {
      const listing = { at: now() };
      begun.add(listing);
      return { [Symbol.dispose]: () => void begun.delete(listing) };
    },
    noteSearch: () => {
      searchedAt = now();
    },
    isIndexHeld: () => {
      const time = now();
      return time - searchedAt > WANTED_MS && [...begun].some(({ at }) => time - at < MOST_MS);
    },
  };
}

/** Those of this process: on one event loop, listing and indexing would only take turns, and both come late. */
export const indexHold = createIndexHold();
