interface Share<Series> {
  readonly series: Series;
  readonly groupPath: string;
  count: number;
}

/** A book that comes into another group. */
export interface Regrouped {
  readonly seriesId: string;
  readonly groupPath: string;
}

/** What decides which series go on. */
export interface Regrouping<Series extends KeptSeries> {
  /** Of the library. */
  readonly series: readonly Series[];
  readonly regrouped: readonly Regrouped[];
  /** Paths of all groups that books are in from now on. */
  readonly groups: ReadonlySet<string>;
}

/** A series as far as it is kept or not. */
export interface KeptSeries {
  readonly id: string;
  readonly path: string;
}

function countShares<Series extends KeptSeries>({
  series,
  regrouped,
}: Regrouping<Series>): {
  shares: Share<Series>[];
  totals: Map<string, number>;
} {
  const seriesById = new Map(series.map((one) => [one.id, one]));
  const shares = new Map<string, Share<Series>>();
  const totals = new Map<string, number>();
  for (const { seriesId, groupPath } of regrouped) {
    const from = seriesById.get(seriesId);
    if (from === undefined) continue;
    const key = `${from.id}\n${groupPath}`;
    const share = shares.get(key) ?? { series: from, groupPath, count: 0 };
    share.count += 1;
    shares.set(key, share);
    totals.set(from.id, (totals.get(from.id) ?? 0) + 1);
  }
  return { shares: [...shares.values()], totals };
}

/**
 * Which series go on under a new group when books are grouped anew: one most of whose books come into the same group, which
 * nobody else has yet, while its own group is no more. Of several that come into one group the one with most books goes on.
 * @returns by path of the new group
 */
export function findKeptSeries<Series extends KeptSeries>(work: Regrouping<Series>): ReadonlyMap<string, Series> {
  const kept = new Map<string, Series>();
  if (work.regrouped.length === 0) return kept;
  const taken = new Set(work.series.map(({ path }) => path));
  const { shares, totals } = countShares(work);
  const candidates = shares.filter(
    ({ series, groupPath, count }) =>
      count * 2 > (totals.get(series.id) ?? 0) && !work.groups.has(series.path) && !taken.has(groupPath),
  );
  const isOlder = (one: Share<Series>, other: Share<Series>): number => (one.series.id < other.series.id ? -1 : 1);
  candidates.sort((one, other) => (one.count === other.count ? isOlder(one, other) : other.count - one.count));
  for (const { series, groupPath } of candidates) if (!kept.has(groupPath)) kept.set(groupPath, series);
  return kept;
}
