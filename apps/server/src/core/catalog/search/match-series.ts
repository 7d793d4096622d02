import { parseSeriesCondition } from '#core/rules/filters/parse-condition.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ConditionTree } from '#db/filters/condition-tree.ts';
import type { Predicate } from '#db/filters/predicates.ts';
import { seriesCondition, type SeriesTestField } from '#db/filters/series-condition.ts';
import { listSeriesIds, type SeriesFilter } from '#db/repos/catalog/series.repo.ts';
import { chooseByText, type ChosenWork } from './choose-by-text.ts';
import {
  applyNoted,
  type FilterContext,
  type FilterWanted,
  type IdRange,
  listRange,
  listTrees,
} from './match-condition.ts';

/** The filter of a request for series, of all or of one library. */
export interface SeriesMatching extends FilterWanted<SeriesTestField>, Pick<SeriesFilter, 'libraryId'> {
  /** Also series without live books. */
  readonly includeDeleted?: boolean | undefined;
  /** Applies no pending changes of the index first: within a transaction that would wait for itself. */
  readonly isReadOnly?: boolean;
}

function compile(
  { db }: FilterContext,
  { userId }: Viewer,
  trees: readonly ConditionTree<SeriesTestField>[],
): readonly Predicate[] {
  return trees.map((tree) => seriesCondition(tree, { kind: db.kind, userId }));
}

/** The conditions of a request, without its text. They do not check access. @throws {AppError} `BadRequest` */
export function seriesPredicates(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: FilterWanted<SeriesTestField>,
): readonly Predicate[] {
  return compile(ctx, viewer, listTrees(wanted, parseSeriesCondition(wanted.condition)));
}

/** Runs a query on the series that pass a filter. @throws {AppError} `BadRequest` for an invalid condition */
export async function withSeries<Found>(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: SeriesMatching,
  work: ChosenWork<SeriesFilter, Found>,
): Promise<Found> {
  const { libraryId, includeDeleted = false, isReadOnly = false, fullTextSearch: text } = wanted;
  const trees = listTrees(wanted, parseSeriesCondition(wanted.condition));
  if (!isReadOnly) await applyNoted(ctx, trees);
  const name = trees.length === 0 ? '' : JSON.stringify([viewer.userId, trees]);
  const filter = { libraryId, includeDeleted, where: compile(ctx, viewer, trees) };
  return await chooseByText(ctx, { table: 'series', text, filter, name }, work);
}

/** Ids of the visible series that pass a filter. @throws {AppError} `BadRequest` for an invalid condition */
export async function listMatchingSeries(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: SeriesMatching,
  range: IdRange,
): Promise<string[]> {
  const { ids } = await withSeries(ctx, viewer, wanted, {
    run: async ({ filter }) => listRange(async (some) => listSeriesIds(ctx.db.read, viewer, filter, some), range),
    hasFound: ({ isAny }) => isAny,
  });
  return ids;
}
