/** So many that some lists have several pages. */
const FEED_BOOKS = 120;

/** How many cases a property test tries, and from where they are drawn. */
export interface CasesToTry {
  readonly numRuns: number;
  readonly seed?: number;
}

/**
 * The usual run tries the same cases every time, so that a rare failure does not stop an unrelated change;
 * `LECTERN_TEST_RUNS` draws so many new ones.
 */
export function casesToTry(usual: number): CasesToTry {
  const asked = Number(process.env['LECTERN_TEST_RUNS']);
  return Number.isInteger(asked) && asked > 0 ? { numRuns: asked } : { numRuns: usual, seed: 1 };
}

/**
 * Books of the catalog all of whose feeds are read: few, or as many as `LECTERN_TEST_FEED_BOOKS` says. 20,000 take minutes.
 */
export function feedBooks(): number {
  const asked = Number(process.env['LECTERN_TEST_FEED_BOOKS']);
  return Number.isInteger(asked) && asked > 0 ? asked : FEED_BOOKS;
}
