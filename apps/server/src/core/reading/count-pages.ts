/** Two places of one device that are further apart than this are two sessions: nobody knows what was between them. */
export const IDLE_MS = 5 * 60_000;

/** Nobody reads a page in less: a greater leap is no reading. */
const PAGE_MS = 1_000;

/**
 * Pages that were read between two places, as far as the time between them allows; going back reads none.
 * @param ms between the two
 */
export function countPages(from: number, to: number, ms: number): number {
  return Math.min(Math.max(0, to - from), Math.max(1, Math.ceil(ms / PAGE_MS)));
}
