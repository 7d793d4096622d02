import type { Predicate } from '#db/filters/field-matches.ts';
import { seriesCondition } from '#db/filters/series-condition.ts';
import { countSeries, listSeriesIds, type SeriesFilter } from '#db/repos/series.repo.ts';
import type { Viewer } from '../viewer.ts';
import { type Chosen, chooseByText } from './choose-rows.ts';
import type { FilterContext, FilterWanted, IdRange } from './match-books.ts';
import { parseSeriesCondition } from './parse-condition.ts';
import { termConditions } from './term-conditions.ts';

/** Which series are meant; beside the filter, those of one library. */
export interface SeriesMatching extends FilterWanted, Pick<SeriesFilter, 'libraryId'> {}

/**
 * A condition, genres and tags as they go into queries that have `series`; visibility is not in it, nor is a text.
 * @throws {AppError} `BadRequest` that names the places of what is wrong
 */
export function seriesPredicates(ctx: FilterContext, viewer: Viewer, wanted: FilterWanted): readonly Predicate[] {
  const who = { kind: ctx.db.kind, userId: viewer.userId };
  const trees = [parseSeriesCondition(wanted.condition), ...termConditions(wanted)];
  return trees.filter((tree) => tree !== undefined).map((tree) => seriesCondition(tree, who));
}

/**
 * The series that a filter lets through, as a filter of lists.
 * @throws {AppError} `BadRequest`
 */
export async function chooseSeries(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: SeriesMatching,
): Promise<Chosen<SeriesFilter>> {
  const { libraryId, fullTextSearch: text } = wanted;
  const filter = { libraryId, where: seriesPredicates(ctx, viewer, wanted) };
  const count = async (narrowed: SeriesFilter) => countSeries(ctx.db.read, viewer, narrowed);
  return await chooseByText<SeriesFilter>(ctx, { table: 'series', text, filter, count });
}

/**
 * Ids of the series that a viewer may see and a filter lets through.
 * @throws {AppError} `BadRequest`
 */
export async function listMatchingSeries(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: SeriesMatching,
  range: IdRange,
): Promise<string[]> {
  const { filter } = await chooseSeries(ctx, viewer, wanted);
  return await listSeriesIds(ctx.db.read, viewer, filter, range);
}

/**
 * How many those are.
 * @throws {AppError} `BadRequest`
 */
export async function countMatchingSeries(ctx: FilterContext, viewer: Viewer, wanted: SeriesMatching): Promise<number> {
  const { filter, total } = await chooseSeries(ctx, viewer, wanted);
  return total ?? (await countSeries(ctx.db.read, viewer, filter));
}
