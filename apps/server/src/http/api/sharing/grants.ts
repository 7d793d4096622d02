import type { api } from '@lectern/contract';
import { listGrants, removeGrant, setGrant } from '#core/sharing/grants.ts';
import type { Handler } from '../../handler.ts';

export const handleListUserSharingTags: Handler<typeof api.listUserSharingTags> = async (ctx, { params }) =>
  listGrants(ctx, params.id);

export const handleSetUserSharingTag: Handler<typeof api.setUserSharingTag> = async (ctx, { viewer, params, body }) =>
  setGrant(ctx, viewer, params.id, body);

export const handleRemoveUserSharingTag: Handler<typeof api.removeUserSharingTag> = async (ctx, { viewer, params }) => {
  await removeGrant(ctx, viewer, params.id, params.tagId);
  return undefined;
};

export const handleListOwnSharingTags: Handler<typeof api.listOwnSharingTags> = async (ctx, { viewer }) =>
  listGrants(ctx, viewer.userId);
