/** Share of a library, in percent, that may vanish without being asked about (decision C13). */
const MASS_REMOVAL_PERCENT = 20;

/**
 * Whether so much is gone that it is more likely a disk than a decision: all of a library, or more than a fifth of it. A single
 * book is never so much as long as another one is left: in a small library it would be more than a fifth.
 * @param goneCount books whose file is missing, at least one
 * @param liveCount books that the library had
 */
export function isMassRemoval(goneCount: number, liveCount: number): boolean {
  if (goneCount >= liveCount) return true;
  return goneCount > 1 && goneCount * 100 > liveCount * MASS_REMOVAL_PERCENT;
}
