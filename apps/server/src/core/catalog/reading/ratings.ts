import type { AverageRating, RatingUpdate, SeriesRating } from '@lectern/contract';
import { getSeries } from '../browse/list-series.ts';
import type { Listed, PageWanted } from '#core/page.ts';
import { newId } from '#db/new-id.ts';
import type { EventBus } from '#events/bus.ts';
import { ratingEvent } from '#events/entity-events.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import {
  countRatings,
  deleteRating as deleteRow,
  findRating,
  listRatings as listRows,
  listRatingsOf,
  writeRating,
} from '#db/repos/rows/ratings.repo.ts';
import type { SeriesRatingTable } from '#db/schema/index.ts';

/** What ratings take. */
export interface RatingContext {
  readonly db: Database;
}

/** What rating takes. */
export interface RatingChangeContext extends RatingContext {
  readonly events: EventBus;
}

function toRating({ id, seriesId, rating, notes, createdAt, updatedAt }: SeriesRatingTable): SeriesRating {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
  return { id, seriesId, rating, notes, ...times };
}

/**
 * The viewer's rating of a series; undefined when there is none.
 * @throws {AppError} `NotFound`
 */
export async function getRating(
  ctx: RatingContext,
  viewer: Viewer,
  seriesId: string,
): Promise<SeriesRating | undefined> {
  await getSeries(ctx, viewer, seriesId);
  const row = await findRating(ctx.db.read, viewer.userId, seriesId);
  return row === undefined ? undefined : toRating(row);
}

/**
 * Rates a series.
 * @throws {AppError} `NotFound`
 */
export async function saveRating(
  ctx: RatingChangeContext,
  viewer: Viewer,
  seriesId: string,
  { rating, notes }: RatingUpdate,
): Promise<SeriesRating> {
  const { userId } = viewer;
  const series = await getSeries(ctx, viewer, seriesId);
  const at = Date.now();
  const row = await ctx.db.transaction(async (tx) => {
    const stamps = { id: newId(), createdAt: at, updatedAt: at };
    await writeRating(tx, { ...stamps, userId, seriesId, rating, notes });
    tx.afterCommit(() => ctx.events.emitPersonal(ratingEvent(userId, series)));
    return await findRating(tx.read, userId, seriesId);
  });
  if (row === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  return toRating(row);
}

/**
 * Takes the viewer's rating back.
 * @throws {AppError} `NotFound`, also when there is none
 */
export async function deleteRating(ctx: RatingChangeContext, viewer: Viewer, seriesId: string): Promise<void> {
  const { userId } = viewer;
  const series = await getSeries(ctx, viewer, seriesId);
  const isDeleted = await ctx.db.transaction(async (tx) => {
    if (!(await deleteRow(tx, userId, seriesId))) return false;
    tx.afterCommit(() => ctx.events.emitPersonal(ratingEvent(userId, series)));
    return true;
  });
  if (!isDeleted) throw new AppError('NotFound', `Rating of series ${seriesId} not found`);
}

/**
 * The mean rating of a series by all who may see it.
 * @throws {AppError} `NotFound`
 */
export async function getAverageRating(ctx: RatingContext, viewer: Viewer, seriesId: string): Promise<AverageRating> {
  await getSeries(ctx, viewer, seriesId);
  const found = (await listRatingsOf(ctx.db.read, viewer.userId, [seriesId])).get(seriesId);
  return { average: found?.average ?? null, count: found?.count ?? 0 };
}

/** The viewer's ratings, the latest first. */
export async function listRatings(
  { db }: RatingContext,
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<SeriesRating>> {
  const [rows, total] = await Promise.all([
    listRows(db.read, viewer, { limit: pageSize, offset: (page - 1) * pageSize }),
    countRatings(db.read, viewer),
  ]);
  return { rows: rows.map(toRating), total };
}
