import type { LibraryRules } from '#core/naming/library-rules.ts';
import type { KnownSeries, ScanTarget } from '#db/repos/scan.repo.ts';
import type { FoundFile } from '#files/walk.ts';
import type { Differences, FoundBook } from './compare-files.ts';
import type { Move } from './find-moves.ts';
import type { PlaceFile } from './place-files.ts';

/** Everything that is to be written for one library. */
export interface ScanPlan {
  readonly library: ScanTarget;
  readonly rules: LibraryRules;
  readonly placeFile: PlaceFile;
  readonly series: readonly KnownSeries[];
  readonly differences: Differences;
  /** New files, without those that moved. */
  readonly added: readonly FoundFile[];
  readonly moves: readonly Move[];
  /** Books to mark deleted; empty when the guard holds them back. */
  readonly removed: ReadonlySet<string>;
  /** True to look at every series, changed or not. */
  readonly everything: boolean;
  readonly at: number;
}

/** A known book that comes into a group. */
export interface Arrival extends FoundBook {
  /** Set when its file moved; absent when the same file is grouped anew. */
  readonly from?: Move;
}

/** What happens to the books of one group. */
export interface GroupWork {
  readonly groupPath: string;
  readonly added: readonly FoundFile[];
  readonly arriving: readonly Arrival[];
  /** Ids of deleted books whose files are back. */
  readonly returning: readonly string[];
}

interface Growing extends GroupWork {
  readonly added: FoundFile[];
  readonly arriving: Arrival[];
  readonly returning: string[];
}

/**
 * Sorts a plan by group: every group whose books, or their places among each other, may change.
 * @returns the work, and the ids of books that leave the series they are in
 */
export function planGroups(plan: ScanPlan): {
  readonly groups: readonly GroupWork[];
  readonly leaving: ReadonlySet<string>;
} {
  const groups = new Map<string, Growing>();
  const leaving = new Set(plan.removed);
  const groupPathOf = new Map(plan.series.map(({ id, path }) => [id, path]));
  const group = (groupPath: string): Growing => {
    const found = groups.get(groupPath) ?? { groupPath, added: [], arriving: [], returning: [] };
    groups.set(groupPath, found);
    return found;
  };
  const groupOfSeries = (seriesId: string): Growing | undefined => {
    const groupPath = groupPathOf.get(seriesId);
    return groupPath === undefined ? undefined : group(groupPath);
  };
  const arrive = (arrival: Arrival): void => {
    group(plan.placeFile(arrival.file.path, arrival.book.id).groupPath).arriving.push(arrival);
    groupOfSeries(arrival.book.seriesId);
    leaving.add(arrival.book.id);
  };

  for (const file of plan.added) group(plan.placeFile(file.path).groupPath).added.push(file);
  for (const move of plan.moves) arrive({ book: move.book, file: move.file, from: move });
  for (const found of plan.differences.regrouped) if (found.book.deletedAt === null) arrive(found);
  for (const { book } of plan.differences.restored) groupOfSeries(book.seriesId)?.returning.push(book.id);
  for (const book of plan.differences.missing) if (plan.removed.has(book.id)) groupOfSeries(book.seriesId);
  if (plan.everything) for (const { path } of plan.series) group(path);
  return { groups: [...groups.values()], leaving };
}
