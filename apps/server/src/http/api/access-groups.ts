import {
  createAccessGroup,
  deleteAccessGroup,
  getAccessGroup,
  listAccessGroups,
  updateAccessGroup,
} from '#core/people/access-groups.ts';
import {
  addGroupMapping,
  addGroupMembers,
  listGroupsOfUser,
  removeGroupGrant,
  removeGroupMapping,
  removeGroupMember,
  setGroupGrant,
} from '#core/people/access-group-members.ts';
import { explainRights } from '#core/people/effective-rights.ts';
import type { Handlers } from '../requests/handler.ts';

export const accessGroupHandlers = {
  listAccessGroups: async (ctx) => listAccessGroups(ctx),
  createAccessGroup: async (ctx, { viewer, body }) => createAccessGroup(ctx, viewer, body),
  getAccessGroup: async (ctx, { params }) => getAccessGroup(ctx, params.id),
  updateAccessGroup: async (ctx, { viewer, params, body }) => updateAccessGroup(ctx, viewer, params.id, body),
  deleteAccessGroup: async (ctx, { viewer, params }) => deleteAccessGroup(ctx, viewer, params.id),
  setAccessGroupGrant: async (ctx, { viewer, params, body }) => setGroupGrant(ctx, viewer, params.id, body),
  removeAccessGroupGrant: async (ctx, { viewer, params }) => removeGroupGrant(ctx, viewer, params.id, params.tagId),
  addAccessGroupMembers: async (ctx, { viewer, params, body }) => addGroupMembers(ctx, viewer, params.id, body.userIds),
  removeAccessGroupMember: async (ctx, { viewer, params }) => removeGroupMember(ctx, viewer, params.id, params.userId),
  addAccessGroupMapping: async (ctx, { viewer, params, body }) =>
    addGroupMapping(ctx, viewer, params.id, body.oidcGroupName),
  removeAccessGroupMapping: async (ctx, { viewer, params }) =>
    removeGroupMapping(ctx, viewer, params.id, params.mappingId),
  listUserAccessGroups: async (ctx, { params }) => listGroupsOfUser(ctx, params.id),
  getEffectiveGrants: async (ctx, { params }) => explainRights(ctx, params.id),
} satisfies Partial<Handlers>;
