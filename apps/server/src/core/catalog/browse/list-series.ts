import { type Series, SERIES_SORT_FIELDS, type SeriesSort } from '@lectern/contract';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import { parseListSort, type Sorting } from '#core/rules/filters/parse-sort.ts';
import type { Viewer } from '#core/viewer.ts';
import {
  countSeries,
  pickSeries,
  type SeriesFilter,
  seriesListName,
  type SeriesRange,
} from '#db/repos/catalog/series.repo.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import { isSeriesSort, onlyStep, type SeriesStep, type Steps } from '#db/repos/catalog/step-order.ts';
import { seriesKeyColumn } from '#db/repos/rows/series-order.ts';
import type { Chosen } from '../search/choose-by-text.ts';
import { type SeriesMatching, withSeries } from '../search/match-series.ts';
import type { PickedPage } from './filtered-lists.ts';
import type { ListContext } from './list-context.ts';

/** A request for series, as the contract has it. */
export interface SeriesWanted extends PageWanted, SeriesMatching {
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
  /** Several sort fields, instead of `sort`. */
  readonly steps?: Steps<SeriesStep> | undefined;
}

/**
 * Series, filtered and sorted. The default order is by title.
 * @throws {AppError} `BadRequest` for an invalid sort or condition
 */
export async function listSeries(ctx: ListContext, viewer: Viewer, wanted: SeriesWanted): Promise<Listed<Series>> {
  const only = onlyStep(wanted.steps);
  if (only !== undefined && isSeriesSort(only)) {
    return await listSortedSeries(ctx, viewer, { ...wanted, steps: undefined }, only);
  }
  const sorting = parseListSort(wanted, SERIES_SORT_FIELDS, { field: 'title', direction: 'asc' });
  return await listSortedSeries(ctx, viewer, wanted, sorting);
}

/** Series in the given order, unless `wanted` has steps. @throws {AppError} `BadRequest` for an invalid condition */
export async function listSortedSeries(
  ctx: ListContext,
  viewer: Viewer,
  wanted: SeriesWanted,
  { field: sort, direction }: Sorting<SeriesSort>,
): Promise<Listed<Series>> {
  const steps = wanted.steps === undefined ? undefined : { ...wanted.steps, kind: ctx.db.kind };
  const { ids, total } = await withSeries(ctx, viewer, wanted, {
    run: async (chosen) =>
      pickPage(ctx, viewer, chosen, { sort, direction, steps, rank: chosen.rank, ...toSlice(wanted) }),
    hasFound: (found) => found.total > 0,
  });
  return { rows: await findSeriesById(ctx.db.read, viewer, ids), total };
}

async function pickPage(
  ctx: ListContext,
  viewer: Viewer,
  { filter, name }: Chosen<SeriesFilter>,
  range: SeriesRange,
): Promise<PickedPage> {
  const { sort, direction, steps } = range;
  const { read, readHeavy } = ctx.db;
  const list = seriesListName(viewer, filter, sort, direction);
  if (steps !== undefined || (filter.where ?? []).length > 0) {
    return ctx.filtered.page(
      {
        name: JSON.stringify([list, viewer.userId, name, steps ?? null]),
        pick: async (slice) => {
          const rows = await pickSeries(readHeavy, viewer, filter, { ...range, ...slice });
          return { ids: rows.map(({ id }) => id) };
        },
        count: async () => countSeries(readHeavy, viewer, filter),
      },
      range,
    );
  }
  // Without an index for the order, the query reads all series of the list.
  const isShort = seriesKeyColumn(sort) !== undefined;
  return ctx.lists.page(list, range.offset, {
    find: async (start) => {
      const picked = await pickSeries(isShort ? read : readHeavy, viewer, filter, { ...range, start });
      return { ids: picked.map(({ id }) => id), first: picked[0] };
    },
    count: async () => countSeries(read, viewer, filter),
  });
}

/** Series in which the viewer has a book in progress, by title. */
export async function listSeriesInProgress(
  ctx: ListContext,
  viewer: Viewer,
  wanted: SeriesWanted,
): Promise<Listed<Series>> {
  const { read, readHeavy } = ctx.db;
  const filter = { libraryId: wanted.libraryId, inProgress: true };
  const [picked, total] = await Promise.all([
    pickSeries(readHeavy, viewer, filter, { sort: 'title', direction: 'asc', ...toSlice(wanted) }),
    countSeries(readHeavy, viewer, filter),
  ]);
  const ids = picked.map(({ id }) => id);
  return { rows: await findSeriesById(read, viewer, ids), total };
}
