import { type Book, type Series, SERIES_SORT_FIELDS, type SeriesSort } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { parseListSort, type Sorting } from '#core/rules/filters/parse-sort.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import {
  countSeries,
  findSeries,
  pickSeries,
  type SeriesFilter,
  seriesListName,
  type SeriesRange,
} from '#db/repos/catalog/series.repo.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import { isSeriesSort, onlyStep, type SeriesStep, type Steps } from '#db/repos/catalog/step-order.ts';
import { seriesKeyColumn } from '#db/repos/rows/series-order.ts';
import type { Chosen } from '../search/choose-rows.ts';
import { type SeriesMatching, withSeries } from '../search/match-condition.ts';
import type { PickedPage } from './filtered-lists.ts';
import { type BooksWanted, listBooks, type ListContext } from './list-books.ts';
import type { Listed, PageWanted } from '#core/page.ts';

/** A request for series, as the contract gives it. */
export interface SeriesWanted extends PageWanted, SeriesMatching {
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
  /** Things to sort by in turn, instead of `sort`. */
  readonly steps?: Steps<SeriesStep> | undefined;
}

/**
 * Series, filtered and sorted, by title unless asked otherwise.
 * @throws {AppError} `BadRequest` for a sort or a condition that is none
 */
export async function listSeries(ctx: ListContext, viewer: Viewer, wanted: SeriesWanted): Promise<Listed<Series>> {
  const only = onlyStep(wanted.steps);
  if (only !== undefined && isSeriesSort(only)) {
    return await listSortedSeries(ctx, viewer, { ...wanted, steps: undefined }, only);
  }
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
  const steps = wanted.steps === undefined ? undefined : { ...wanted.steps, kind: ctx.db.kind };
  const { ids, total } = await withSeries(ctx, viewer, wanted, {
    run: async (chosen) => {
      const { rank } = chosen;
      return pickPage(ctx, viewer, chosen, {
        sort,
        direction,
        steps,
        rank,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
    },
    hasFound: (found) => found.total > 0,
  });
  return { rows: await findSeriesById(ctx.db.read, viewer, ids), total };
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** Ids of a page; what was learnt about the list before helps. */
async function pickPage(
  ctx: ListContext,
  viewer: Viewer,
  { filter, name }: Chosen<SeriesFilter>,
  range: SeriesRange,
): Promise<PickedPage> {
  const { sort, direction, steps, offset } = range;
  const { read, readHeavy } = ctx.db;
  if (steps !== undefined || (filter.where ?? []).length > 0) {
    return ctx.filtered.page(
      {
        name: JSON.stringify([seriesListName(viewer, filter, sort, direction), viewer.userId, name, steps ?? null]),
        pick: async (slice) => ({ ids: idsOf(await pickSeries(readHeavy, viewer, filter, { ...range, ...slice })) }),
        count: async () => countSeries(readHeavy, viewer, filter),
      },
      range,
    );
  }
  const list = seriesListName(viewer, filter, sort, direction);
  const version = ctx.lists.version();
  const start = ctx.lists.nearest(list, offset);
  // Where no index has the order, all series of the list are looked at.
  const isShort = seriesKeyColumn(sort) !== undefined;
  const [picked, total] = await Promise.all([
    pickSeries(isShort ? read : readHeavy, viewer, filter, { ...range, start }),
    ctx.lists.total(list, async () => countSeries(read, viewer, filter)),
  ]);
  const [first] = picked;
  if (first?.key !== undefined && first.key !== null) {
    ctx.lists.learn(list, { offset, key: first.key, id: first.id }, version);
  }
  return { ids: idsOf(picked), total };
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
    pickSeries(ctx.db.readHeavy, viewer, filter, range),
    countSeries(ctx.db.readHeavy, viewer, filter),
  ]);
  return { rows: await findSeriesById(ctx.db.read, viewer, idsOf(picked)), total };
}

/**
 * One series as the viewer may see it.
 * @throws {AppError} `NotFound`
 */
export async function getSeries(ctx: { readonly db: Database }, viewer: Viewer, seriesId: string): Promise<Series> {
  const series = await findSeries(ctx.db.read, viewer, seriesId);
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  return series;
}

/**
 * Books of one series, in reading order unless asked otherwise.
 * @throws {AppError} `NotFound`, or `BadRequest` for a sort that is none
 */
export async function listSeriesBooks(
  ctx: ListContext,
  viewer: Viewer,
  wanted: BooksWanted & { readonly seriesId: string },
): Promise<Listed<Book>> {
  await getSeries(ctx, viewer, wanted.seriesId);
  return await listBooks(ctx, viewer, wanted);
}
