import type { ReadDb } from '#db/open.ts';
import type { KnownSeries } from '#db/repos/scanning/scan.repo.ts';
import type { ScanCounts } from '../scan-result.ts';
import type { GroupWork, ScanPlan } from './group-work.ts';
import type { ChangeWriter, ScanChange } from './write-changes.ts';

/** What applying a plan uses. */
export interface ApplyTools {
  readonly db: ReadDb;
  readonly writer: ChangeWriter;
  /** Grows with every group. */
  readonly counts: ScanCounts;
}

/** A change that gives a path to a book, kept back until whoever has the path has left it. */
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
