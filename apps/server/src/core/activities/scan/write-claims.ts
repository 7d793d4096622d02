import type { ReadDb } from '#db/open.ts';
import type { KnownSeries } from '#db/repos/scanning/scan.repo.ts';
import type { GroupWork, ScanPlan } from './group-work.ts';
import type { ScanCounts } from './scan-status.ts';
import type { ChangeWriter, ScanChange } from './write-changes.ts';

/** What applying a plan uses. */
export interface ApplyTools {
  readonly db: ReadDb;
  readonly writer: ChangeWriter;
  /** Grows with every group. */
  readonly counts: ScanCounts;
}

/** A change that gives a path to a book. It waits until the book that holds the path has left it. */
export interface BlockedClaim {
  readonly path: string;
  /** The known book that comes; absent for a new one. */
  readonly id?: string | undefined;
  readonly change: ScanChange;
}

/** A plan while it is applied. */
export interface Applier extends ApplyTools {
  readonly plan: ScanPlan;
  readonly groups: readonly GroupWork[];
  /** Ids of books that leave the series they are in. */
  readonly leaving: ReadonlySet<string>;
  /** By group path; grows as series are made. */
  readonly seriesByPath: Map<string, KnownSeries>;
  /** By path of a group that is new: the series most of whose regrouped books come into it. */
  readonly keptSeries: ReadonlyMap<string, KnownSeries>;
  readonly blocked: BlockedClaim[];
}

/** A path that something new is to have: a known book or series, or one that is made there. */
export interface Claim {
  readonly path: string;
  /** Who comes; absent for what is new. */
  readonly id?: string | undefined;
}

/** One step on the way: who steps aside for a moment, or whose claim is met. */
export type ClaimStep<Of extends Claim> =
  | { readonly kind: 'park'; readonly claim: Of }
  | { readonly kind: 'meet'; readonly claim: Of };

/**
 * Orders claims so that no two ever have one path: whoever leaves a path goes before whoever comes to it. In a ring one has to
 * step aside first.
 * @param claims at most one a path, and one for each id
 * @param vacated by path: who has it now and leaves it
 * @returns units of steps: after each of them, and after each step, every path has at most one owner
 */
export function orderClaims<Of extends Claim>(
  claims: readonly Of[],
  vacated: ReadonlyMap<string, string>,
): readonly (readonly ClaimStep<Of>[])[] {
  const claimOf = new Map(claims.flatMap((claim) => (claim.id === undefined ? [] : [[claim.id, claim] as const])));
  const ordered = new Set<Of>();
  /** The claim of the book that holds the path. */
  const before = ({ path }: Of): Of | undefined => {
    const id = vacated.get(path);
    return id === undefined ? undefined : claimOf.get(id);
  };
  return claims.flatMap((first) => {
    const chain: Of[] = [];
    let next: Of | undefined = first;
    while (next !== undefined && !ordered.has(next)) {
      chain.push(next);
      ordered.add(next);
      next = before(next);
    }
    if (chain.length === 0) return [];
    const steps = chain.reverse().map((claim) => ({ kind: 'meet' as const, claim }));
    return [next === first ? [{ kind: 'park' as const, claim: first }, ...steps] : steps];
  });
}

/**
 * A path for what has lost its own: in the same folder, and hidden, so that no scan takes a file for it.
 * @param path relative, `/` separated
 */
export function parkedPath(path: string, id: string): string {
  const mark = `.gone-${id}`;
  if (path.split('/').includes(mark)) return path;
  const slash = path.lastIndexOf('/') + 1;
  return `${path.slice(0, slash)}${mark}/${path.slice(slash)}`;
}

/** Whether a path is one of those. */
export function isParked(path: string): boolean {
  return path.split('/').some((step) => step.startsWith('.gone-'));
}

/** The change of a claim, from where its book is by now. */
function changeOf({ change }: BlockedClaim, wasParked: boolean): ScanChange {
  const { what } = change;
  if (!wasParked || what.kind !== 'book') return change;
  return { ...change, what: { ...what, seen: { ...what.seen, path: parkedPath(what.seen.path, what.id) } } };
}

function parking({ change: { what } }: BlockedClaim): ScanChange[] {
  if (what.kind !== 'book') return [];
  const { id, seen } = what;
  return [{ what: { kind: 'book', id, seen, change: { path: parkedPath(seen.path, id) } } }];
}

/**
 * Writes books to paths that other books had: whoever leaves goes first, and books that change places do so in one transaction.
 * Cut off between, each book is at its old path, at its new one, or at none where the next scan finds it by its content.
 * @param vacated by path: the known book that leaves it
 */
export async function writeClaims(
  writer: ChangeWriter,
  claims: readonly BlockedClaim[],
  vacated: ReadonlyMap<string, string>,
): Promise<void> {
  for (const unit of orderClaims(claims, vacated)) {
    const parked = new Set(unit.flatMap(({ kind, claim }) => (kind === 'park' ? [claim] : [])));
    const changes = unit.flatMap(({ kind, claim }) =>
      kind === 'park' ? parking(claim) : [changeOf(claim, parked.has(claim))],
    );
    await writer.pushTogether(changes);
  }
}
