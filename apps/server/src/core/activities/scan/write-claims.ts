import type { ReadDb } from '#db/open.ts';
import type { KnownSeries } from '#db/repos/scanning/scan.repo.ts';
import type { GroupWork, ScanPlan } from './group-work.ts';
import type { ScanCounts } from './scan-result.ts';
import type { ChangeWriter, ScanChange } from './write-changes.ts';
import { type Claim, orderClaims } from './order-claims.ts';

/** Tools for applying a plan. */
export interface ApplyTools {
  readonly db: ReadDb;
  readonly writer: ChangeWriter;
  readonly counts: ScanCounts;
}

/** A change that gives a path to a book, and must wait until the path is free. */
export interface BlockedClaim extends Claim {
  readonly change: ScanChange;
}

/** State of applying a plan. */
export interface Applier extends ApplyTools {
  readonly plan: ScanPlan;
  readonly groups: readonly GroupWork[];
  readonly leaving: ReadonlySet<string>;
  /** By group path; grows with new series. */
  readonly seriesByPath: Map<string, KnownSeries>;
  /** By path of a new group: the series that keeps its id there. */
  readonly keptSeries: ReadonlyMap<string, KnownSeries>;
  readonly blocked: BlockedClaim[];
}

/**
 * A hidden placeholder path in the same folder, which no scan takes for a file.
 * @param path relative, `/` separated
 */
export function parkedPath(path: string, id: string): string {
  const mark = `.gone-${id}`;
  if (path.split('/').includes(mark)) return path;
  const slash = path.lastIndexOf('/') + 1;
  return `${path.slice(0, slash)}${mark}/${path.slice(slash)}`;
}

/** Whether a path is such a placeholder. */
export function isParked(path: string): boolean {
  return path.split('/').some((step) => step.startsWith('.gone-'));
}

/** The change of a claim, seen from the current path of its book. */
function toChange({ change }: BlockedClaim, wasParked: boolean): ScanChange {
  const { what } = change;
  if (!wasParked || what.kind !== 'book') return change;
  return { ...change, what: { ...what, seen: { ...what.seen, path: parkedPath(what.seen.path, what.id) } } };
}

function toParking({ change: { what } }: BlockedClaim): ScanChange[] {
  if (what.kind !== 'book') return [];
  const { id, seen } = what;
  return [{ what: { kind: 'book', id, seen, change: { path: parkedPath(seen.path, id) } } }];
}

/**
 * Writes books to paths of other books. Books that swap paths do so in one transaction. After an interruption each book is at
 * its old path, its new one, or a placeholder, where the next scan finds it by content.
 * @param vacated by path: id of the known book that leaves it
 */
export async function writeClaims(
  writer: ChangeWriter,
  claims: readonly BlockedClaim[],
  vacated: ReadonlyMap<string, string>,
): Promise<void> {
  for (const unit of orderClaims(claims, vacated)) {
    const parked = new Set(unit.flatMap(({ kind, claim }) => (kind === 'park' ? [claim] : [])));
    const changes = unit.flatMap(({ kind, claim }) =>
      kind === 'park' ? toParking(claim) : [toChange(claim, parked.has(claim))],
    );
    await writer.pushTogether(changes);
  }
}
