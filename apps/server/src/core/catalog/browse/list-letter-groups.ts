import type { LetterGroup } from '@lectern/contract';
import { letterGroup } from '#core/rules/text/sort-key.ts';
import type { Viewer } from '#core/viewer.ts';
import { countBookInitials } from '#db/repos/catalog/count-books.repo.ts';
import { countSeriesInitials } from '#db/repos/catalog/series.repo.ts';
import type { InitialCount } from '#db/repos/catalog/step-order.ts';
import { type BooksMatching, withBooks } from '../search/match-books.ts';
import type { FilterContext } from '../search/match-condition.ts';
import { type SeriesMatching, withSeries } from '../search/match-series.ts';

function groupInitials(initials: readonly InitialCount[]): LetterGroup[] {
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
 * Counts books by the first letter of their sort title, else title.
 * @throws {AppError} `BadRequest` for an invalid condition
 */
export async function listBookGroups(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: BooksMatching,
): Promise<LetterGroup[]> {
  return await withBooks(ctx, viewer, wanted, {
    run: async ({ filter }) => groupInitials(await countBookInitials(ctx.db.readHeavy, viewer, filter)),
    hasFound: (groups) => groups.length > 0,
  });
}

/**
 * Counts series by the first letter of their sort title, else title.
 * @throws {AppError} `BadRequest` for an invalid condition
 */
export async function listSeriesGroups(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: SeriesMatching,
): Promise<LetterGroup[]> {
  return await withSeries(ctx, viewer, wanted, {
    run: async ({ filter }) => groupInitials(await countSeriesInitials(ctx.db.readHeavy, viewer, filter)),
    hasFound: (groups) => groups.length > 0,
  });
}
