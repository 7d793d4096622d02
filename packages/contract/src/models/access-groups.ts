import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';
import { AccessMode, AgeLimit } from './sharing.ts';

const Name = z.string().trim().min(1).max(200);
const Description = z.string().trim().max(2_000).nullable();
const LibraryIds = z.array(Id).max(10_000).nullable();

/** A group of accounts, by which its members see more libraries or fewer series. */
export const AccessGroupSummary = z.object({ id: Id, name: z.string(), description: z.string().nullable() });
export type AccessGroupSummary = z.infer<typeof AccessGroupSummary>;

export const AccessGroup = AccessGroupSummary.extend({
  /** Libraries that members see beside their own; null for all, with future ones. */
  libraryIds: z.array(Id).nullable(),
  /** Null for every age. The strictest of an account and all its groups counts. */
  ageLimit: AgeLimit.nullable(),
  memberCount: Count,
  grantCount: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type AccessGroup = z.infer<typeof AccessGroup>;

export const AccessGroupMember = z.object({
  userId: Id,
  username: z.string(),
  /** `oidc` when a sign-in added the member, and may remove them again. */
  source: z.enum(['manual', 'oidc']),
  createdAt: Timestamp,
});
export type AccessGroupMember = z.infer<typeof AccessGroupMember>;

export const AccessGroupGrant = z.object({
  sharingTagId: Id,
  sharingTagName: z.string(),
  accessMode: AccessMode,
  createdAt: Timestamp,
});
export type AccessGroupGrant = z.infer<typeof AccessGroupGrant>;

/** A group of the sign-in provider whose users become members. */
export const AccessGroupMapping = z.object({ id: Id, oidcGroupName: z.string(), createdAt: Timestamp });
export type AccessGroupMapping = z.infer<typeof AccessGroupMapping>;

export const AccessGroupDetail = AccessGroup.extend({
  members: z.array(AccessGroupMember),
  grants: z.array(AccessGroupGrant),
  oidcMappings: z.array(AccessGroupMapping),
});
export type AccessGroupDetail = z.infer<typeof AccessGroupDetail>;

export const AccessGroupCreate = z.object({
  name: Name,
  description: Description.optional(),
  /** None unless given. */
  libraryIds: LibraryIds.optional(),
  ageLimit: AgeLimit.nullable().optional(),
});
export type AccessGroupCreate = z.infer<typeof AccessGroupCreate>;

/** Absent keeps. */
export const AccessGroupUpdate = AccessGroupCreate.partial();
export type AccessGroupUpdate = z.infer<typeof AccessGroupUpdate>;

export const AccessGroupMembers = z.object({ userIds: z.array(Id).min(1).max(500) });
export const AccessGroupMappingInput = z.object({ oidcGroupName: z.string().trim().min(1).max(500) });

/** Why an account has a right: by itself, by a group, because it administers the server, or within that of a child’s parent. */
export const RightSource = z.object({
  kind: z.enum(['user', 'group', 'role', 'parent']),
  groupId: Id.optional(),
  groupName: z.string().optional(),
});
export type RightSource = z.infer<typeof RightSource>;

/** What an account may see, with reasons. A denied tag wins over an allowed one. */
export const EffectiveGrants = z.object({
  userId: Id,
  /** Once for each tag, by its name. */
  grants: z.array(
    z.object({
      sharingTagId: Id,
      sharingTagName: z.string(),
      accessMode: AccessMode,
      sources: z.array(RightSource),
    }),
  ),
  /** Why it sees every library; empty when it sees only `libraries`. */
  allLibraries: z.array(RightSource),
  /** By name. */
  libraries: z.array(z.object({ libraryId: Id, libraryName: z.string(), sources: z.array(RightSource) })),
  /** The strictest of `ageLimits`; null for every age. */
  ageLimit: AgeLimit.nullable(),
  ageLimits: z.array(AgeLimit.extend({ source: RightSource })),
});
export type EffectiveGrants = z.infer<typeof EffectiveGrants>;
