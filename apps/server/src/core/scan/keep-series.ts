import type { KnownSeries } from '#db/repos/scan.repo.ts';
import type { ScanPlan } from './group-work.ts';

interface Share {
  readonly series: KnownSeries;
  readonly groupPath: string;
  count: number;
}

function countShares({ series, differences, placeFile }: ScanPlan): { shares: Share[]; totals: Map<string, number> } {
  const seriesById = new Map(series.map((one) => [one.id, one]));
  const shares = new Map<string, Share>();
  const totals = new Map<string, number>();
  for (const { book, file } of differences.regrouped) {
    const from = seriesById.get(book.seriesId);
    if (book.deletedAt !== null || from === undefined) continue;
    const { groupPath } = placeFile(file.path, book.id);
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
export function findKeptSeries(plan: ScanPlan): ReadonlyMap<string, KnownSeries> {
  const kept = new Map<string, KnownSeries>();
  if (plan.differences.regrouped.length === 0) return kept;
  const taken = new Set(plan.series.map(({ path }) => path));
  const { shares, totals } = countShares(plan);
  const candidates = shares.filter(
    ({ series, groupPath, count }) =>
      count * 2 > (totals.get(series.id) ?? 0) && !plan.differences.groups.has(series.path) && !taken.has(groupPath),
  );
  const isOlder = (one: Share, other: Share): number => (one.series.id < other.series.id ? -1 : 1);
  candidates.sort((one, other) => (one.count === other.count ? isOlder(one, other) : other.count - one.count));
  for (const { series, groupPath } of candidates) if (!kept.has(groupPath)) kept.set(groupPath, series);
  return kept;
}
