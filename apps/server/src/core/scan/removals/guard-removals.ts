/** What is missing of a library. */
export interface Losses {
  /** Books whose file is missing now, at least one. */
  readonly goneCount: number;
  /** Books that the library had before this scan. */
  readonly liveCount: number;
  /** Books that earlier scans of the last day took for removed, and nobody confirmed. */
  readonly recentCount: number;
}

/** Scans one after the other count as one for so long: a disk may lose its folders bit by bit. */
export const GUARD_WINDOW_MS = 24 * 3_600_000;

/**
 * Whether so much is gone that it is more likely a disk than a decision: all of a library, or more than a share of it (decision
 * C13), earlier scans included. A single book is never so much as long as another one is left: in a small library it would be
 * more than a fifth.
 * @param percent the share, 0 to 100
 */
export function isMassRemoval({ goneCount, liveCount, recentCount }: Losses, percent: number): boolean {
  if (goneCount >= liveCount) return true;
  const lost = goneCount + recentCount;
  return lost > 1 && lost * 100 > (liveCount + recentCount) * percent;
}
