import type { SeriesSharingTag } from '@lectern/contract';
import { newId } from '#db/new-id.ts';
import type { ReadDb } from '#db/open.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { findSharingTags, listSeriesSharingTags } from '#db/repos/people/sharing-tags.repo.ts';
import { invalidField } from '#core/invalid-field.ts';
import { editOwnersIn } from './edit-owners.ts';
import type { Planner } from './plan-owners.ts';
import { getState, notFound } from './find-state.ts';
import type { Viewer } from '#core/viewer.ts';
import { ensureSharingTags, noSuchTag } from '#core/people/sharing-tags.ts';
import { newTagAction } from '#core/people/tag-audit.ts';
import type { ChangeContext } from '../contexts.ts';
import { say } from '#words/say.ts';

/** The sharing tags of a series, by name. Throws `NotFound`. */
export async function listSeriesTags(
  { db }: ChangeContext,
  viewer: Viewer,
  seriesId: string,
): Promise<SeriesSharingTag[]> {
  await getState(db.read, viewer, 'series', seriesId);
  return await listTags(db.read, seriesId);
}

async function listTags(db: ReadDb, seriesId: string): Promise<SeriesSharingTag[]> {
  return (await listSeriesSharingTags(db, [seriesId])).map(({ id, name, description }) => ({ id, name, description }));
}

async function requireTags(db: ReadDb, ids: readonly string[], path: string): Promise<void> {
  const known = new Set((await findSharingTags(db, ids)).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  throw invalidField(path, say('names a sharing tag that does not exist'));
}

/** Gives a series the tags that `decide` derives from its current tag ids. */
async function editTags(
  ctx: ChangeContext,
  viewer: Viewer,
  id: string,
  decide: (ids: readonly string[]) => readonly string[],
): Promise<SeriesSharingTag[]> {
  const plan: Planner = async (_state, db) => {
    const known = (await listSeriesSharingTags(db, [id])).map((tag) => tag.id);
    const tags = await findSharingTags(db, decide(known));
    return { values: { sharingTags: tags.map(({ name }) => name) } };
  };
  await ctx.db.transaction(async (tx) => {
    const deed = { actionId: newId(), kind: 'edit', viewer } as const;
    const planned = await editOwnersIn(tx, ctx, viewer, { wanted: { kind: 'series', ids: [id], plan }, deed });
    if (planned.length === 0) throw notFound('series', id);
  });
  // The new tags may hide the series from the viewer who set them.
  return await listTags(ctx.db.read, id);
}

/** Replaces the sharing tags of a series. Throws `NotFound`, or `BadRequest` for an unknown tag. */
export async function replaceSeriesTags(
  ctx: ChangeContext,
  viewer: Viewer,
  seriesId: string,
  tagIds: readonly string[],
): Promise<SeriesSharingTag[]> {
  const wanted = [...new Set(tagIds.map((id) => id.toLowerCase()))];
  await requireTags(ctx.db.read, wanted, 'sharingTagIds');
  return await editTags(ctx, viewer, seriesId, () => wanted);
}

/** Whether a series has other tags than these: some apps send unchanged tags too. Throws `NotFound`. */
export async function areOtherTags(
  ctx: ChangeContext,
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
  ctx: ChangeContext,
  viewer: Viewer,
  seriesId: string,
  names: readonly string[],
): Promise<SeriesSharingTag[]> {
  await getState(ctx.db.read, viewer, 'series', seriesId);
  const tags = await ctx.db.transaction(async (tx) => ensureSharingTags(tx, newTagAction(viewer), names));
  const ids = tags.map(({ id }) => id);
  return await editTags(ctx, viewer, seriesId, () => ids);
}

/** Adds a sharing tag. Throws `NotFound`, or `BadRequest` for an unknown tag. */
export async function addSeriesTag(
  ctx: ChangeContext,
  viewer: Viewer,
  seriesId: string,
  tagId: string,
): Promise<SeriesSharingTag[]> {
  const wanted = tagId.toLowerCase();
  await requireTags(ctx.db.read, [wanted], 'sharingTagId');
  return await editTags(ctx, viewer, seriesId, (ids) => [...new Set([...ids, wanted])]);
}

/** Removes a sharing tag. Throws `NotFound`, also when the series does not have it. */
export async function removeSeriesTag(
  ctx: ChangeContext,
  viewer: Viewer,
  seriesId: string,
  tagId: string,
): Promise<void> {
  const gone = tagId.toLowerCase();
  const known = await listSeriesTags(ctx, viewer, seriesId);
  if (!known.some(({ id }) => id === gone)) throw noSuchTag(tagId);
  await editTags(ctx, viewer, seriesId, (ids) => ids.filter((id) => id !== gone));
}
