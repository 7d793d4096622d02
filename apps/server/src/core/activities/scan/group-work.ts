import type { LibraryRules } from '#core/rules/naming/library-rules.ts';
import type { KnownSeries, ScanTarget } from '#db/repos/scanning/scan.repo.ts';
import type { FoundFile } from '#files/walk/walk.ts';
import type { Differences, FoundBook, PlaceFile } from './compare-files.ts';
import type { Move } from './follow-contents.ts';

/** A series that left another library: none of its books is there, and some were found here. */
export interface ForeignSeries {
  readonly series: KnownSeries;
  readonly libraryId: string;
  readonly left: readonly { readonly id: string; readonly path: string; readonly deletedAt: number | null }[];
}

/** All changes of a scan. */
export interface ScanPlan {
  readonly library: ScanTarget;
  readonly rules: LibraryRules;
  readonly placeFile: PlaceFile;
  readonly series: readonly KnownSeries[];
  readonly differences: Differences;
  readonly added: readonly FoundFile[];
  readonly moves: readonly Move[];
  /** By path: the known book that leaves it for another book. */
  readonly vacated: ReadonlyMap<string, string>;
  /** Ids of books without a place: another book has their path. */
  readonly displaced: ReadonlySet<string>;
  readonly foreign: readonly ForeignSeries[];
  /** Ids of books to mark deleted; empty when the guard holds them back. */
  readonly removed: ReadonlySet<string>;
  /** Plans every series, changed or not; in a deep scan. */
  readonly everything: boolean;
  readonly at: number;
}

/** A known book that joins a group. */
export interface Arrival extends FoundBook {
  /** Set when its file moved; absent when the unchanged file is regrouped. */
  readonly from?: Move;
}

/** Changes of one group. */
export interface GroupWork {
  readonly groupPath: string;
  readonly added: readonly FoundFile[];
  readonly arriving: readonly Arrival[];
  readonly returning: readonly string[];
}

interface Growing extends GroupWork {
  readonly added: FoundFile[];
  readonly arriving: Arrival[];
  readonly returning: string[];
}

class Grouping {
  readonly groups = new Map<string, Growing>();
  readonly leaving: Set<string>;
  readonly #plan: ScanPlan;
  readonly #groupPathOf: ReadonlyMap<string, string>;

  constructor(plan: ScanPlan) {
    this.#plan = plan;
    this.#groupPathOf = new Map(plan.series.map(({ id, path }) => [id, path]));
    this.leaving = new Set(plan.removed);
  }

  group(groupPath: string): Growing {
    const found = this.groups.get(groupPath) ?? { groupPath, added: [], arriving: [], returning: [] };
    this.groups.set(groupPath, found);
    return found;
  }

  groupOfSeries(seriesId: string): Growing | undefined {
    const groupPath = this.#groupPathOf.get(seriesId);
    return groupPath === undefined ? undefined : this.group(groupPath);
  }

  arrive(arrival: Arrival): void {
    this.group(this.#plan.placeFile(arrival.file.path, arrival.book.id).groupPath).arriving.push(arrival);
    this.groupOfSeries(arrival.book.seriesId);
    this.leaving.add(arrival.book.id);
  }

  /** A book whose file is back; it joins another series when that series has its group now. */
  comeBack({ book, file }: FoundBook, isCounted: boolean): void {
    if (this.leaving.has(book.id)) return;
    const { groupPath } = this.#plan.placeFile(file.path, book.id);
    if (this.#groupPathOf.get(book.seriesId) !== groupPath) this.arrive({ book, file });
    else if (!isCounted) this.group(groupPath).returning.push(book.id);
  }
}

/**
 * Sorts the changes by group, for every group whose books or book order may change.
 * @returns the changes, and ids of books that leave their series
 */
export function planGroups(plan: ScanPlan): {
  readonly groups: readonly GroupWork[];
  readonly leaving: ReadonlySet<string>;
} {
  const grouping = new Grouping(plan);
  const { regrouped, restored, reappeared, changed, missing } = plan.differences;
  for (const file of plan.added) grouping.group(plan.placeFile(file.path).groupPath).added.push(file);
  for (const move of plan.moves) grouping.arrive({ book: move.book, file: move.file, from: move });
  for (const found of regrouped) if (found.book.deletedAt === null) grouping.arrive(found);
  for (const { book, file } of restored) grouping.comeBack({ book, file }, false);
  // Another series may have taken the group while the book was held back, even when another file replaces its own.
  const replaced = changed.filter(({ book }) => book.missingSince !== null);
  for (const found of [...reappeared, ...replaced]) grouping.comeBack(found, true);
  for (const book of missing) if (plan.removed.has(book.id)) grouping.groupOfSeries(book.seriesId);
  if (plan.everything) for (const { path } of plan.series) grouping.group(path);
  return { groups: [...grouping.groups.values()], leaving: grouping.leaving };
}
