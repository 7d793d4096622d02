import type { Predicate } from '#db/filters/field-matches.ts';
import { seriesCondition } from '#db/filters/series-condition.ts';
import { countSeries, listSeriesIds, type SeriesFilter } from '#db/repos/series.repo.ts';
import type { Viewer } from '../viewer.ts';
import type { FilterContext, FilterWanted, IdRange } from './match-books.ts';
import { parseSeriesCondition } from './parse-condition.ts';
import { termConditions } from './term-conditions.ts';

/** Which series are meant; beside the filter, those of one library. */
export interface SeriesMatching extends FilterWanted, Pick<SeriesFilter, 'libraryId'> {}

/**
 * A condition as it goes into queries that have `series`; of visible series it is asked, visibility is not in it.
 * @throws {AppError} `BadRequest` that names the places of what is wrong
 */
export function seriesPredicates(ctx: FilterContext, viewer: Viewer, wanted: FilterWanted): readonly Predicate[] {
  const who = { kind: ctx.db.kind, userId: viewer.userId };
  const trees = [parseSeriesCondition(wanted.condition), ...termConditions(wanted)];
  return trees.filter((tree) => tree !== undefined).map((tree) => seriesCondition(tree, who));
}

/**
 * Ids of the series that a viewer may see and a filter lets through.
 * @throws {AppError} `BadRequest`
 */
export async function listMatchingSeries(
  ctx: FilterContext,
  viewer: Viewer,
  { libraryId, ...wanted }: SeriesMatching,
  range: IdRange,
): Promise<string[]> {
  return await listSeriesIds(ctx.db.read, viewer, { libraryId, where: seriesPredicates(ctx, viewer, wanted) }, range);
}

/**
 * How many those are.
 * @throws {AppError} `BadRequest`
 */
export async function countMatchingSeries(
  ctx: FilterContext,
  viewer: Viewer,
  { libraryId, ...wanted }: SeriesMatching,
): Promise<number> {
  return await countSeries(ctx.db.read, viewer, { libraryId, where: seriesPredicates(ctx, viewer, wanted) });
}
