import { type Series, SERIES_SORT_FIELDS, type SeriesSort } from '@lectern/contract';
import {
  countSeries,
  findSeriesById,
  pickSeries,
  type SeriesFilter,
  seriesListName,
  type SeriesRange,
} from '#db/repos/series.repo.ts';
import type { Chosen } from '../filters/choose-rows.ts';
import type { FilterWanted } from '../filters/match-books.ts';
import { chooseSeries } from '../filters/match-series.ts';
import type { Viewer } from '../viewer.ts';
import type { ListContext, Listed, PageWanted } from './list-books.ts';
import { parseListSort } from './parse-list-sort.ts';
import type { Sorting } from './parse-sort.ts';

/** A request for series, as the contract gives it. */
export interface SeriesWanted extends PageWanted, FilterWanted {
  readonly libraryId?: string | undefined;
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
}

/**
 * Series, filtered and sorted, by title unless asked otherwise.
 * @throws {AppError} `BadRequest` for a sort or a condition that is none
 */
export async function listSeries(ctx: ListContext, viewer: Viewer, wanted: SeriesWanted): Promise<Listed<Series>> {
  const sorting = parseListSort(wanted, SERIES_SORT_FIELDS, { field: 'title', direction: 'asc' });
  return await listSortedSeries(ctx, viewer, wanted, sorting);
}

/**
 * Series in an order that the list itself decides.
 * @throws {AppError} `BadRequest` for a condition that is none
 */
export async function listSortedSeries(
  ctx: ListContext,
  viewer: Viewer,
  wanted: SeriesWanted,
  { field: sort, direction }: Sorting<SeriesSort>,
): Promise<Listed<Series>> {
  const { page, pageSize } = wanted;
  const chosen = await chooseSeries(ctx, viewer, wanted);
  const range = { sort, direction, rank: chosen.rank, limit: pageSize, offset: (page - 1) * pageSize };
  const { ids, total } = await pickPage(ctx, viewer, chosen, range);
  return { rows: await findSeriesById(ctx.db.read, viewer, ids), total };
}

/** Ids of a page; what was learnt about the list before helps, unless a filter makes it one of its own. */
async function pickPage(
  ctx: ListContext,
  viewer: Viewer,
  { filter, total: counted }: Chosen<SeriesFilter>,
  range: SeriesRange,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const { sort, direction, offset } = range;
  if (filter.where !== undefined && filter.where.length > 0) {
    const [rows, total] = await Promise.all([
      pickSeries(ctx.db.read, viewer, filter, range),
      counted ?? countSeries(ctx.db.read, viewer, filter),
    ]);
    return { ids: rows.map(({ id }) => id), total };
  }
  const list = seriesListName(viewer, filter, sort, direction);
  const version = ctx.lists.version();
  const start = ctx.lists.nearest(list, offset);
  const [picked, total] = await Promise.all([
    pickSeries(ctx.db.read, viewer, filter, { ...range, start }),
    ctx.lists.total(list, async () => countSeries(ctx.db.read, viewer, filter)),
  ]);
  const [first] = picked;
  if (first?.key !== undefined && first.key !== null) {
    ctx.lists.learn(list, { offset, key: first.key, id: first.id }, version);
  }
  return { ids: picked.map(({ id }) => id), total };
}

/** Series in which the viewer is in the middle of a book, by title. */
export async function listSeriesInProgress(
  ctx: ListContext,
  viewer: Viewer,
  { page, pageSize, libraryId }: SeriesWanted,
): Promise<Listed<Series>> {
  const filter = { libraryId, inProgress: true };
  const range = { sort: 'title', direction: 'asc', limit: pageSize, offset: (page - 1) * pageSize } as const;
  const [picked, total] = await Promise.all([
    pickSeries(ctx.db.read, viewer, filter, range),
    countSeries(ctx.db.read, viewer, filter),
  ]);
  const ids = picked.map(({ id }) => id);
  return { rows: await findSeriesById(ctx.db.read, viewer, ids), total };
}
