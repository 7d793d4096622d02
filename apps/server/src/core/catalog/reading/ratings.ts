import type { AverageRating, RatingUpdate, SeriesRating } from '@lectern/contract';
import { getSeries } from '../browse/get-series.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import { newId } from '#db/new-id.ts';
import { ratingEvent } from '#events/entity-events.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import {
  countRatings,
  deleteRating as deleteRow,
  findRating,
  listRatings as listRows,
  listSeriesRatings,
  writeRating,
} from '#db/repos/rows/ratings.repo.ts';
import type { SeriesRatingTable } from '#db/schema/index.ts';
import type { ChangeContext, ReadContext } from '../contexts.ts';

function toRating({ id, seriesId, rating, notes, createdAt, updatedAt }: SeriesRatingTable): SeriesRating {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
  return { id, seriesId, rating, notes, ...times };
}

/** The viewer's rating of a series; undefined without one. Throws `NotFound`. */
export async function getRating(ctx: ReadContext, viewer: Viewer, seriesId: string): Promise<SeriesRating | undefined> {
  await getSeries(ctx, viewer, seriesId);
  const row = await findRating(ctx.db.read, viewer.userId, seriesId);
  return row === undefined ? undefined : toRating(row);
}

/** Stores the viewer's rating. Throws `NotFound`. */
export async function saveRating(
  ctx: ChangeContext,
  viewer: Viewer,
  seriesId: string,
  { rating, notes }: RatingUpdate,
): Promise<SeriesRating> {
  const { userId } = viewer;
  const series = await getSeries(ctx, viewer, seriesId);
  const at = Date.now();
  const row = await ctx.db.transaction(async (tx) => {
    await writeRating(tx, { id: newId(), createdAt: at, updatedAt: at, userId, seriesId, rating, notes });
    tx.afterCommit(() => ctx.events.emitPersonal(ratingEvent(userId, series)));
    return await findRating(tx.read, userId, seriesId);
  });
  if (row === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  return toRating(row);
}

/** Deletes the viewer's rating. Throws `NotFound`, also without a rating. */
export async function deleteRating(ctx: ChangeContext, viewer: Viewer, seriesId: string): Promise<void> {
  const { userId } = viewer;
  const series = await getSeries(ctx, viewer, seriesId);
  const isDeleted = await ctx.db.transaction(async (tx) => {
    if (!(await deleteRow(tx, userId, seriesId))) return false;
    tx.afterCommit(() => ctx.events.emitPersonal(ratingEvent(userId, series)));
    return true;
  });
  if (!isDeleted) throw new AppError('NotFound', `Rating of series ${seriesId} not found`);
}

/** Mean rating by all users who may see the series. Throws `NotFound`. */
export async function getAverageRating(ctx: ReadContext, viewer: Viewer, seriesId: string): Promise<AverageRating> {
  await getSeries(ctx, viewer, seriesId);
  const found = (await listSeriesRatings(ctx.db.read, viewer.userId, [seriesId])).get(seriesId);
  return { average: found?.average ?? null, count: found?.count ?? 0 };
}

/** The viewer's ratings, latest first. */
export async function listRatings(
  { db }: ReadContext,
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<SeriesRating>> {
  const [rows, total] = await Promise.all([
    listRows(db.read, viewer, toSlice({ page, pageSize })),
    countRatings(db.read, viewer),
  ]);
  return { rows: rows.map(toRating), total };
}
