import type { api } from '@lectern/contract';
import {
  createSharingTag,
  deleteSharingTag,
  getSharingTag,
  listSharingTags,
  updateSharingTag,
} from '#core/sharing/sharing-tags.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListSharingTags: Handler<typeof api.listSharingTags> = async (ctx, request) => {
  const { rows, total } = await listSharingTags(ctx, request.query);
  return pageOf(request, rows, total);
};

export const handleCreateSharingTag: Handler<typeof api.createSharingTag> = async (ctx, { viewer, body }) =>
  createSharingTag(ctx, viewer, body);

export const handleGetSharingTag: Handler<typeof api.getSharingTag> = async (ctx, { params }) =>
  getSharingTag(ctx, params.id);

export const handleUpdateSharingTag: Handler<typeof api.updateSharingTag> = async (ctx, { viewer, params, body }) =>
  updateSharingTag(ctx, viewer, params.id, body);

export const handleDeleteSharingTag: Handler<typeof api.deleteSharingTag> = async (ctx, { viewer, params }) => {
  await deleteSharingTag(ctx, viewer, params.id);
  return undefined;
};
