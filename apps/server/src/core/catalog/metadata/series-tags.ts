import type { SeriesSharingTag } from '@lectern/contract';
import { newId } from '#db/new-id.ts';
import type { ReadDb } from '#db/open.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { findSharingTags, listSharingTagsOf } from '#db/repos/people/sharing-tags.repo.ts';
import { AppError } from '#core/errors.ts';
import { editOwnersIn, type MetadataContext, type Planner } from './edit-owners.ts';
import { getState, notFound } from './find-state.ts';
import type { Viewer } from '#core/viewer.ts';
import { ensureSharingTags, noSuchTag } from '#core/people/sharing-tags.ts';
import { newTagAction } from '#core/people/tag-audit.ts';

/** The sharing tags of a series, by name. Throws `NotFound`. */
export async function listSeriesTags(
  { db }: MetadataContext,
  viewer: Viewer,
  seriesId: string,
): Promise<SeriesSharingTag[]> {
  await getState(db.read, viewer, 'series', seriesId);
  return await tagsOf(db.read, seriesId);
}

async function tagsOf(db: ReadDb, seriesId: string): Promise<SeriesSharingTag[]> {
  return (await listSharingTagsOf(db, [seriesId])).map(({ id, name, description }) => ({ id, name, description }));
}

/** Plans the tags that `decide` derives from the current tag ids. */
function planTags(decide: (ids: readonly string[]) => readonly string[]): Planner {
  return async ({ id }, db) => {
    const known = (await listSharingTagsOf(db, [id])).map((tag) => tag.id);
    const tags = await findSharingTags(db, decide(known));
    return { values: { sharingTags: tags.map(({ name }) => name) } };
  };
}

async function requireTags(db: ReadDb, ids: readonly string[], path: string): Promise<void> {
  const known = new Set((await findSharingTags(db, ids)).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const message = `there is no sharing tag ${unknown.slice(0, 3).join(', ')}`;
  throw new AppError('BadRequest', `Invalid body: ${path}: ${message}`, { details: [{ path, message }] });
}

async function edit(ctx: MetadataContext, viewer: Viewer, id: string, plan: Planner): Promise<SeriesSharingTag[]> {
  await ctx.db.transaction(async (tx) => {
    const deed = { actionId: newId(), kind: 'edit', viewer } as const;
    const planned = await editOwnersIn(tx, ctx, viewer, { wanted: { kind: 'series', ids: [id], plan }, deed });
    if (planned.length === 0) throw notFound('series', id);
  });
  // The new tags may hide the series from the viewer who set them.
  return await tagsOf(ctx.db.read, id);
}

/** Replaces the sharing tags of a series. Throws `NotFound`, or `BadRequest` for an unknown tag. */
export async function replaceSeriesTags(
  ctx: MetadataContext,
  viewer: Viewer,
  seriesId: string,
  tagIds: readonly string[],
): Promise<SeriesSharingTag[]> {
  const wanted = [...new Set(tagIds.map((id) => id.toLowerCase()))];
  await requireTags(ctx.db.read, wanted, 'sharingTagIds');
  return await edit(
    ctx,
    viewer,
    seriesId,
    planTags(() => wanted),
  );
}

/** Whether a series has other tags than these: some apps send unchanged tags too. Throws `NotFound`. */
export async function areOtherTags(
  ctx: MetadataContext,
  viewer: Viewer,
  seriesId: string,
  names: readonly string[],
): Promise<boolean> {
  const known = (await listSeriesTags(ctx, viewer, seriesId)).map(({ name }) => nameKey(name));
  const wanted = new Set(names.map(nameKey));
  return known.length !== wanted.size || !known.every((key) => wanted.has(key));
}

/** Replaces tags by names and creates unknown ones. Throws `NotFound`, or `BadRequest` for a blank name. */
export async function nameSeriesTags(
  ctx: MetadataContext,
  viewer: Viewer,
  seriesId: string,
  names: readonly string[],
): Promise<SeriesSharingTag[]> {
  await getState(ctx.db.read, viewer, 'series', seriesId);
  const tags = await ctx.db.transaction(async (tx) => ensureSharingTags(tx, newTagAction(viewer), names));
  const ids = tags.map(({ id }) => id);
  return await edit(
    ctx,
    viewer,
    seriesId,
    planTags(() => ids),
  );
}

/** Adds a sharing tag. Throws `NotFound`, or `BadRequest` for an unknown tag. */
export async function addSeriesTag(
  ctx: MetadataContext,
  viewer: Viewer,
  seriesId: string,
  tagId: string,
): Promise<SeriesSharingTag[]> {
  const wanted = tagId.toLowerCase();
  await requireTags(ctx.db.read, [wanted], 'sharingTagId');
  return await edit(
    ctx,
    viewer,
    seriesId,
    planTags((ids) => [...new Set([...ids, wanted])]),
  );
}

/** Removes a sharing tag. Throws `NotFound`, also when the series does not have it. */
export async function removeSeriesTag(
  ctx: MetadataContext,
  viewer: Viewer,
  seriesId: string,
  tagId: string,
): Promise<void> {
  const gone = tagId.toLowerCase();
  const known = await listSeriesTags(ctx, viewer, seriesId);
  if (!known.some(({ id }) => id === gone)) throw noSuchTag(tagId);
  await edit(
    ctx,
    viewer,
    seriesId,
    planTags((ids) => ids.filter((id) => id !== gone)),
  );
}
