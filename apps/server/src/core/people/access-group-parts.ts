import type { AccessGroupGrant, AccessGroupMapping, AccessGroupMember } from '@lectern/contract';
import type { GroupGrantRow, GroupMappingRow, GroupMemberRow } from '#db/repos/people/access-groups.repo.ts';
import { parseMode } from '#db/repos/people/sharing-grants.repo.ts';

/** A member as the API shows it. */
export function toGroupMember({ userId, username, source, createdAt }: GroupMemberRow): AccessGroupMember {
  const kind = source === 'oidc' ? 'oidc' : 'manual';
  return { userId, username, source: kind, createdAt: new Date(createdAt).toISOString() };
}

/** A grant of a group as the API shows it. */
export function toGroupGrant({ tagId, name, accessMode, createdAt }: GroupGrantRow): AccessGroupGrant {
  return {
    sharingTagId: tagId,
    sharingTagName: name,
    accessMode: parseMode({ accessMode }),
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** A group of the sign-in provider as the API shows it. */
export function toGroupMapping({ id, oidcGroupName, createdAt }: GroupMappingRow): AccessGroupMapping {
  return { id, oidcGroupName, createdAt: new Date(createdAt).toISOString() };
}
