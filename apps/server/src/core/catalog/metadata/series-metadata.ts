import type { SeriesLocks, SeriesMetadataEdit, SeriesMetadataResponse } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import type { MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { editOne, lockCovers } from './edit-one.ts';
import type { MetadataContext } from './edit-owners.ts';
import { COVER_LOCK } from './fields.ts';
import { getState, termsByOwner } from './find-state.ts';
import { lockPlanner, resetPlanner } from './operations.ts';
import { type EditMode, planSeriesEdit } from './plan-edits.ts';
import { listSeriesSources } from './sources.ts';
import { toSeriesLocks, toSeriesMetadataResponse } from './to-series-metadata.ts';

async function respond({ db }: MetadataContext, state: MetadataState): Promise<SeriesMetadataResponse> {
  const genres = await termsByOwner(db.read, 'genre', 'series', [state.id]);
  const tags = await termsByOwner(db.read, 'tag', 'series', [state.id]);
  return toSeriesMetadataResponse(state, { genres: genres.get(state.id) ?? [], tags: tags.get(state.id) ?? [] });
}

/** Metadata and locks of a series, on request with the source of each value. Throws `NotFound`. */
export async function getSeriesMetadata(
  ctx: MetadataContext,
  viewer: Viewer,
  seriesId: string,
  withSources = false,
): Promise<SeriesMetadataResponse> {
  const state = await getState(ctx.db.read, viewer, 'series', seriesId);
  const metadata = await respond(ctx, state);
  return withSources ? { ...metadata, sources: await listSeriesSources(ctx.db.read, state) } : metadata;
}

/** Changes and locks the metadata of a series. Throws `NotFound`. */
export async function editSeriesMetadata(
  ctx: MetadataContext,
  viewer: Viewer,
  seriesId: string,
  { body, mode }: { readonly body: SeriesMetadataEdit; readonly mode: EditMode },
): Promise<SeriesMetadataResponse> {
  return respond(ctx, await editOne(ctx, viewer, { kind: 'series', id: seriesId, plan: planSeriesEdit(body, mode) }));
}

/** Resets a series to the metadata of its folder and files. Throws `NotFound`. */
export async function resetSeriesMetadata(
  ctx: MetadataContext,
  viewer: Viewer,
  seriesId: string,
): Promise<SeriesMetadataResponse> {
  const plan = resetPlanner('series');
  return respond(ctx, await editOne(ctx, viewer, { kind: 'series', id: seriesId, plan, action: 'reset' }));
}

/** Changes the title of a series. Throws `NotFound`. */
export async function renameSeries(ctx: MetadataContext, viewer: Viewer, seriesId: string, body: SeriesMetadataEdit) {
  const plan = planSeriesEdit(body, 'update');
  const { id, title, updatedAt } = await editOne(ctx, viewer, { kind: 'series', id: seriesId, plan });
  return { id, title, updatedAt: new Date(updatedAt).toISOString() };
}

/** The locks of a series. Throws `NotFound`. */
export async function getSeriesLocks({ db }: MetadataContext, viewer: Viewer, seriesId: string): Promise<SeriesLocks> {
  return toSeriesLocks((await getState(db.read, viewer, 'series', seriesId)).locks);
}

/** Sets and clears the given locks of a series. Throws `NotFound`. */
export async function lockSeries(
  ctx: MetadataContext,
  viewer: Viewer,
  seriesId: string,
  wanted: { readonly [Name in keyof SeriesLocks]?: boolean | undefined },
): Promise<SeriesLocks> {
  const { [COVER_LOCK.series]: cover, ...locks } = wanted;
  await editOne(ctx, viewer, { kind: 'series', id: seriesId, plan: lockPlanner('series', locks) });
  if (cover !== undefined) await lockCovers(ctx, viewer, { kind: 'series', ids: [seriesId] }, cover);
  return getSeriesLocks(ctx, viewer, seriesId);
}
