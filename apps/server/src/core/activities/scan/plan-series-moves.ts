import type { KnownSeries } from '#db/repos/scanning/scan.repo.ts';
import { findMajorityGroups } from './find-majority-groups.ts';
import type { Arrival, GroupWork } from './group-work.ts';
import { orderClaims } from './order-claims.ts';
import { isParked } from './write-claims.ts';

/** A series that moves to another group with its books. */
export interface SeriesClaim {
  readonly id: string;
  readonly path: string;
  readonly series: KnownSeries;
  readonly work: GroupWork;
}

interface SeriesMoveQuestion {
  readonly groups: readonly GroupWork[];
  readonly series: readonly KnownSeries[];
  readonly foreign: readonly KnownSeries[];
  readonly seriesSeen: ReadonlySet<string>;
}

type Target = { readonly work: GroupWork; readonly count: number };

/** The group that more than half of a series' moved books join, by series id. */
function findTargets(groups: readonly GroupWork[]): ReadonlyMap<string, Target> {
  // A regrouped book is no moved folder.
  const moved = ({ from, book }: Arrival): boolean =>
    from !== undefined || book.deletedAt !== null || book.missingSince !== null;
  const workByPath = new Map(groups.map((work) => [work.groupPath, work]));
  const moves = groups.flatMap(({ groupPath, arriving }) =>
    arriving.filter(moved).map(({ book }) => ({ seriesId: book.seriesId, groupPath })),
  );
  const targets = new Map<string, Target>();
  for (const [seriesId, { groupPath, count }] of findMajorityGroups(moves)) {
    const work = workByPath.get(groupPath);
    if (work !== undefined) targets.set(seriesId, { work, count });
  }
  return targets;
}

/**
 * Decides which series keep their id in another group: those that left their place with most books in one group. When several
 * series join one group, the one with most books keeps its id, the older one of equals. A group whose own series stays takes
 * only books. A series that loses its group without any book is displaced.
 * @returns units of moves, in an order that never gives two series one group
 */
export function planSeriesMoves({ groups, series, foreign, seriesSeen }: SeriesMoveQuestion) {
  const targets = findTargets(groups);
  const ownerByPath = new Map(series.map((one) => [one.path, one]));
  // A parked series has no books at its place.
  const isSeen = ({ id, path }: KnownSeries): boolean => seriesSeen.has(id) && !isParked(path);
  const stays = (one: KnownSeries): boolean => isSeen(one) || targets.get(one.id)?.work.groupPath === one.path;
  const claims = new Map<string, SeriesClaim & { readonly count: number }>();
  for (const one of [...series, ...foreign]) {
    const target = targets.get(one.id);
    if (target === undefined || isSeen(one)) continue;
    const { work, count } = target;
    const path = work.groupPath;
    const owner = ownerByPath.get(path);
    if (owner !== undefined && stays(owner)) continue;
    const rival = claims.get(path);
    const wins = rival === undefined || (count === rival.count ? one.id < rival.id : count > rival.count);
    if (wins) claims.set(path, { id: one.id, path, series: one, work, count });
  }
  const moving = new Set([...claims.values()].map(({ id }) => id));
  const vacated = new Map<string, string>();
  const displaced: KnownSeries[] = [];
  for (const path of claims.keys()) {
    const owner = ownerByPath.get(path);
    if (owner === undefined) continue;
    vacated.set(path, owner.id);
    if (!moving.has(owner.id)) displaced.push(owner);
  }
  return { units: orderClaims([...claims.values()], vacated), displaced };
}
