import type { api } from '@lectern/contract';
import { addSeriesTag, listSeriesTags, removeSeriesTag, replaceSeriesTags } from '#core/sharing/series-tags.ts';
import type { Handler } from '../../handler.ts';

export const handleListSeriesSharingTags: Handler<typeof api.listSeriesSharingTags> = async (ctx, { viewer, params }) =>
  listSeriesTags(ctx, viewer, params.id);

export const handleReplaceSeriesSharingTags: Handler<typeof api.replaceSeriesSharingTags> = async (
  ctx,
  { viewer, params, body },
) => replaceSeriesTags(ctx, viewer, params.id, body.sharingTagIds);

export const handleAddSeriesSharingTag: Handler<typeof api.addSeriesSharingTag> = async (
  ctx,
  { viewer, params, body },
) => addSeriesTag(ctx, viewer, params.id, body.sharingTagId);

export const handleRemoveSeriesSharingTag: Handler<typeof api.removeSeriesSharingTag> = async (
  ctx,
  { viewer, params },
) => {
  await removeSeriesTag(ctx, viewer, params.id, params.tagId);
  return undefined;
};
