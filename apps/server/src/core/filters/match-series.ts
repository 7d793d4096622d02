import type { ConditionTree } from '#db/filters/condition-tree.ts';
import type { Predicate } from '#db/filters/field-matches.ts';
import { seriesCondition, type SeriesTestField } from '#db/filters/series-condition.ts';
import { countSeries, listSeriesIds, type SeriesFilter } from '#db/repos/catalog/series.repo.ts';
import type { Viewer } from '../viewer.ts';
import { type ChosenWork, chooseByText } from './choose-rows.ts';
import type { FilterContext, FilterWanted, IdRange } from './match-books.ts';
import { parseSeriesCondition } from './parse-condition.ts';
import { termConditions } from './term-conditions.ts';

/** Which series are meant; beside the filter, those of one library. */
export interface SeriesMatching extends FilterWanted, Pick<SeriesFilter, 'libraryId'> {
  /** Also series without live books. */
  readonly includeDeleted?: boolean | undefined;
  /** One more condition, already checked. */
  readonly tree?: ConditionTree<SeriesTestField> | undefined;
}

type Tree = ConditionTree<SeriesTestField>;

function treesOf(wanted: SeriesMatching): readonly Tree[] {
  const trees = [wanted.tree, parseSeriesCondition(wanted.condition), ...termConditions(wanted)];
  return trees.filter((tree) => tree !== undefined);
}

function compiled({ db }: FilterContext, { userId }: Viewer, trees: readonly Tree[]): readonly Predicate[] {
  return trees.map((tree) => seriesCondition(tree, { kind: db.kind, userId }));
}

/**
 * A condition, genres and tags as they go into queries that have `series`; visibility is not in it, nor is a text.
 * @throws {AppError} `BadRequest` that names the places of what is wrong
 */
export function seriesPredicates(ctx: FilterContext, viewer: Viewer, wanted: FilterWanted): readonly Predicate[] {
  return compiled(ctx, viewer, treesOf(wanted));
}

/**
 * The series that a filter lets through, and what is done with them.
 * @throws {AppError} `BadRequest` that names the places of what is wrong
 */
export async function withSeries<Found>(
  ctx: FilterContext,
  viewer: Viewer,
  wanted: SeriesMatching,
  work: ChosenWork<SeriesFilter, Found>,
): Promise<Found> {
  const { libraryId, includeDeleted = false, fullTextSearch: text } = wanted;
  const trees = treesOf(wanted);
  const name = trees.length === 0 ? '' : JSON.stringify([viewer.userId, trees]);
  const filter = { libraryId, includeDeleted, where: compiled(ctx, viewer, trees) };
  return await chooseByText(ctx, { table: 'series', text, filter, name }, work);
}

/**
 * The series that a filter lets through, as a filter of lists.
 * @throws {AppError} `BadRequest`
 */
async function chooseSeries(ctx: FilterContext, viewer: Viewer, wanted: SeriesMatching): Promise<SeriesFilter> {
  const { filter } = await withSeries(ctx, viewer, wanted, {
    run: async ({ filter: chosen }) => {
      const [first] = await listSeriesIds(ctx.db.read, viewer, chosen, { after: '', limit: 1 });
      return { filter: chosen, isAny: first !== undefined };
    },
    hasFound: ({ isAny }) => isAny,
  });
  return filter;
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
  return await listSeriesIds(ctx.db.read, viewer, await chooseSeries(ctx, viewer, wanted), range);
}

/**
 * How many those are.
 * @throws {AppError} `BadRequest`
 */
export async function countMatchingSeries(ctx: FilterContext, viewer: Viewer, wanted: SeriesMatching): Promise<number> {
  return await withSeries(ctx, viewer, wanted, {
    run: async ({ filter }) => countSeries(ctx.db.read, viewer, filter),
    hasFound: (count) => count > 0,
  });
}
