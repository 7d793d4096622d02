import type { LetterGroup } from '@lectern/contract';
import { countBookInitials } from '#db/repos/catalog/count-books.repo.ts';
import type { InitialCount } from '#db/repos/catalog/step-order.ts';
import { countSeriesInitials } from '#db/repos/catalog/series.repo.ts';
import {
  type BooksMatching,
  type FilterContext,
  type SeriesMatching,
  withBooks,
  withSeries,
} from '../search/match-condition.ts';
import type { Viewer } from '#core/viewer.ts';
import { letterGroup } from '#core/rules/text/sort-key.ts';

function grouped(initials: readonly InitialCount[]): LetterGroup[] {
  const counts = new Map<string, number>();
  for (const { initial, count } of initials) {
    const group = letterGroup(initial);
    counts.set(group, (counts.get(group) ?? 0) + count);
  }
  return [...counts]
    .map(([group, count]) => ({ group, count }))
    .toSorted((one, other) => (one.group < other.group ? -1 : 1));
}

/**
 * How many books of a list begin with each letter of their sort title, else title.
 * @throws {AppError} `BadRequest` for a condition that is none
 */
export async function listBookGroups(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: BooksMatching,
): Promise<LetterGroup[]> {
  return await withBooks(ctx, viewer, wanted, {
    run: async ({ filter }) => grouped(await countBookInitials(ctx.db.readHeavy, viewer, filter)),
    hasFound: (groups) => groups.length > 0,
  });
}

/**
 * The same of series.
 * @throws {AppError} `BadRequest` for a condition that is none
 */
export async function listSeriesGroups(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: SeriesMatching,
): Promise<LetterGroup[]> {
  return await withSeries(ctx, viewer, wanted, {
    run: async ({ filter }) => grouped(await countSeriesInitials(ctx.db.readHeavy, viewer, filter)),
    hasFound: (groups) => groups.length > 0,
  });
}
