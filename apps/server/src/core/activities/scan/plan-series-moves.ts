import { groupBy } from '#core/group-by.ts';
import type { KnownSeries } from '#db/repos/scanning/scan.repo.ts';
import type { Arrival, GroupWork } from './group-work.ts';
import { type ClaimStep, isParked, orderClaims } from './write-claims.ts';

/** A series that goes to another group with its books. */
export interface SeriesClaim {
  readonly id: string;
  /** Of the group that it is in afterwards. */
  readonly path: string;
  readonly series: KnownSeries;
  readonly work: GroupWork;
}

/** Which series move, in an order in which no two have one group. */
export interface SeriesMoves {
  readonly units: readonly (readonly ClaimStep<SeriesClaim>[])[];
  /** Series whose group is another one's now, while none of their books was found. */
  readonly displaced: readonly KnownSeries[];
}

/** What the moves follow from. */
export interface SeriesMoveQuestion {
  readonly groups: readonly GroupWork[];
  readonly series: readonly KnownSeries[];
  /** Series of other libraries none of whose books is left there. */
  readonly foreign: readonly KnownSeries[];
  /** Series of which at least one book is where it was. */
  readonly seriesSeen: ReadonlySet<string>;
}

interface Share {
  readonly work: GroupWork;
  readonly count: number;
}

/** Where most of the moved books of each series go: more than half of them. */
function findTargets(groups: readonly GroupWork[]): ReadonlyMap<string, Share> {
  const totals = new Map<string, number>();
  const shares = new Map<string, Share[]>();
  // Regrouped series are not part of a folder move.
  const moved = ({ from, book }: Arrival): boolean =>
    from !== undefined || book.deletedAt !== null || book.missingSince !== null;
  for (const work of groups) {
    const bySeries = groupBy(work.arriving.filter(moved), ({ book }) => book.seriesId);
    for (const [seriesId, { length: count }] of bySeries) {
      totals.set(seriesId, (totals.get(seriesId) ?? 0) + count);
      shares.set(seriesId, [...(shares.get(seriesId) ?? []), { work, count }]);
    }
  }
  const targets = new Map<string, Share>();
  for (const [seriesId, found] of shares) {
    const most = found.find(({ count }) => count * 2 > (totals.get(seriesId) ?? 0));
    if (most !== undefined) targets.set(seriesId, most);
  }
  return targets;
}

/**
 * Decides which series keep their id in another group: those none of whose books stayed where it was, while most of them came
 * into one group. Of several that come into one group the one with most books goes on, the older one of equals; a group whose
 * own series stays takes books only. The series of a group that is left without any book makes way.
 */
export function planSeriesMoves({ groups, series, foreign, seriesSeen }: SeriesMoveQuestion): SeriesMoves {
  const targets = findTargets(groups);
  const ownerOf = new Map(series.map((one) => [one.path, one]));
  // One that made way has no books in its place, wherever they turn up.
  const isSeen = ({ id, path }: KnownSeries): boolean => seriesSeen.has(id) && !isParked(path);
  const stays = (one: KnownSeries): boolean => isSeen(one) || targets.get(one.id)?.work.groupPath === one.path;
  const claims = new Map<string, SeriesClaim & { readonly count: number }>();
  for (const one of [...series, ...foreign]) {
    const target = targets.get(one.id);
    if (target === undefined || isSeen(one)) continue;
    const { work, count } = target;
    const path = work.groupPath;
    const owner = ownerOf.get(path);
    if (owner !== undefined && stays(owner)) continue;
    const rival = claims.get(path);
    const wins = rival === undefined || (count === rival.count ? one.id < rival.id : count > rival.count);
    if (wins) claims.set(path, { id: one.id, path, series: one, work, count });
  }
  const moving = new Set([...claims.values()].map(({ id }) => id));
  const vacated = new Map<string, string>();
  const displaced: KnownSeries[] = [];
  for (const path of claims.keys()) {
    const owner = ownerOf.get(path);
    if (owner === undefined) continue;
    vacated.set(path, owner.id);
    if (!moving.has(owner.id)) displaced.push(owner);
  }
  return { units: orderClaims([...claims.values()], vacated), displaced };
}
