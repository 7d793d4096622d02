import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  AccessGroup,
  AccessGroupCreate,
  AccessGroupDetail,
  AccessGroupGrant,
  AccessGroupMapping,
  AccessGroupMappingInput,
  AccessGroupMember,
  AccessGroupMembers,
  AccessGroupSummary,
  AccessGroupUpdate,
  EffectiveGrants,
} from '../models/access-groups.ts';
import { Id } from '../models/scalars.ts';
import { SharingGrantInput } from '../models/sharing.ts';

const params = z.object({ id: Id });

const administer = { tag: 'Access groups', permission: ['SystemAdmin'], answer: 'json' } as const;
const ofOne = { ...administer, params, errors: ['NotFound'] } as const;
const gone = { ...ofOne, answer: 'none', status: 204 } as const;

export const accessGroups = {
  listAccessGroups: endpoint({ ...administer, summary: 'Access groups by name', response: z.array(AccessGroup) }),
  createAccessGroup: endpoint({
    ...administer,
    summary: 'Adds an access group; a name is taken in any case and with any accents',
    body: AccessGroupCreate,
    response: AccessGroup,
    status: 201,
    errors: ['Conflict'],
  }),
  getAccessGroup: endpoint({
    ...ofOne,
    summary: 'One access group with its members, grants and groups of the sign-in provider',
    response: AccessGroupDetail,
  }),
  updateAccessGroup: endpoint({
    ...ofOne,
    summary: 'Changes an access group: what is absent stays',
    body: AccessGroupUpdate,
    response: AccessGroup,
  }),
  deleteAccessGroup: endpoint({
    ...gone,
    summary: 'Deletes an access group; its members lose what it gave and limited',
  }),
  setAccessGroupGrant: endpoint({
    ...ofOne,
    summary: 'Allows or denies a sharing tag to the members; another grant of the same tag is replaced',
    body: SharingGrantInput,
    response: AccessGroupGrant,
  }),
  removeAccessGroupGrant: endpoint({
    ...gone,
    summary: 'Takes a grant from an access group',
    params: z.object({ id: Id, tagId: Id }),
  }),
  addAccessGroupMembers: endpoint({
    ...ofOne,
    summary: 'Adds accounts to an access group, and answers with all its members',
    body: AccessGroupMembers,
    response: z.array(AccessGroupMember),
  }),
  removeAccessGroupMember: endpoint({
    ...gone,
    summary: 'Takes an account from an access group',
    params: z.object({ id: Id, userId: Id }),
  }),
  addAccessGroupMapping: endpoint({
    ...ofOne,
    summary: 'Makes users of a group of the sign-in provider members, from their next sign-in on',
    body: AccessGroupMappingInput,
    response: AccessGroupMapping,
  }),
  removeAccessGroupMapping: endpoint({
    ...gone,
    summary: 'Parts an access group from a group of the sign-in provider',
    params: z.object({ id: Id, mappingId: Id }),
  }),
  listUserAccessGroups: endpoint({
    ...ofOne,
    summary: 'Access groups of an account, by name',
    response: z.array(AccessGroupSummary),
  }),
  getEffectiveGrants: endpoint({
    ...ofOne,
    summary: 'What an account may see, by itself and by its groups, with the reasons',
    response: EffectiveGrants,
  }),
} as const;
