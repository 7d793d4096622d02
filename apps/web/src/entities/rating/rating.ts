import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { orKeep } from '#entities/offline/or-keep.ts';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';

/** API points per star; 100 points are five stars. */
const POINTS = 20;

/** 70 → 3.5 */
export function toStars(points: number): number {
  return points / POINTS;
}

/** 3.5 → 70; half a star at least. */
export function toPoints(stars: number): number {
  return Math.min(100, Math.max(1, Math.round(stars * POINTS)));
}

/** The user's own rating with note; null without one. */
export const ratingQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['getRating', { seriesId }],
    queryFn: async ({ signal }) => (await request('getRating', { params: { id: seriesId }, signal })) ?? null,
  });

/** Average over all users with access to the series. */
export const averageRatingQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['getAverageRating', { seriesId }],
    queryFn: async ({ signal }) => request('getAverageRating', { params: { id: seriesId }, signal }),
  });

interface Rated {
  readonly id: string;
  readonly title: string;
}

interface Given {
  readonly rating: number;
  readonly notes?: string | null;
}

async function put(id: string, given: Given | null): Promise<void> {
  if (given === null) await request('deleteRating', { params: { id } });
  else await request('saveRating', { params: { id }, body: given });
}

/** The rating for undo. Deleting a rating deletes its note, so both are restored together. */
async function fetchRating(id: string): Promise<Given | null> {
  const before = await request('getRating', { params: { id } });
  return before === undefined ? null : { rating: before.rating, notes: before.notes };
}

/** Mutation scope of the rating of a series. */
export function getRatingScope({ id }: Pick<Rated, 'id'>): string {
  return `rating of ${id}`;
}

/** 0 stars delete the rating. */
export async function rateSeries(series: Rated, stars: number): Promise<Undoable> {
  const rating = stars === 0 ? null : toPoints(stars);
  return await orKeep(async () => rateOnline(series, stars), { kind: 'rating', seriesId: series.id, rating }, series);
}

async function rateOnline({ id, title }: Rated, stars: number): Promise<Undoable> {
  const before = await fetchRating(id);
  if (stars === 0 && before === null) return { text: t`“${title}” has no rating` };
  await put(id, stars === 0 ? null : { rating: toPoints(stars) });
  const given = formatNumber(stars);
  const text = stars === 0 ? t`Removed your rating of “${title}”` : t`You gave “${title}” ${given} of 5 stars`;
  return { text, undo: async () => put(id, before) };
}

/** Saves a note with the current rating, or with the rating the dialog started from. */
export async function noteOnSeries(series: Rated, given: Required<Given>): Promise<Undoable> {
  return await orKeep(async () => noteOnline(series, given), { kind: 'rating', seriesId: series.id, ...given }, series);
}

async function noteOnline({ id, title }: Rated, given: Required<Given>): Promise<Undoable> {
  const before = await fetchRating(id);
  await put(id, { ...given, rating: before?.rating ?? given.rating });
  return { text: t`Saved your note on “${title}”`, undo: async () => put(id, before) };
}
