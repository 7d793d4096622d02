import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

/** A sharing tag as a series bears it. */
export const SeriesSharingTag = z.object({ id: Id, name: z.string(), description: z.string().nullable() });
export type SeriesSharingTag = z.infer<typeof SeriesSharingTag>;

/** A sharing tag, with how much depends on it. */
export const SharingTag = SeriesSharingTag.extend({
  /** Series that bear it, whoever may see them. */
  seriesCount: Count,
  /** Accounts with a grant of it. */
  userCount: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SharingTag = z.infer<typeof SharingTag>;

/**
 * What a tag means to somebody. `deny` hides what bears it, whatever else it bears; whoever has an `allow` sees only what bears
 * one of the tags that they are allowed.
 */
export const AccessMode = z.enum(['allow', 'deny']);
export type AccessMode = z.infer<typeof AccessMode>;

/** A sharing tag that decides what one account sees. */
export const SharingGrant = z.object({
  id: Id,
  sharingTagId: Id,
  sharingTagName: z.string(),
  accessMode: AccessMode,
  createdAt: Timestamp,
});
export type SharingGrant = z.infer<typeof SharingGrant>;

/** All grants of an account, by the name of the tag; without any it sees whatever its libraries hold. */
export const SharingGrants = z.object({ userId: Id, grants: z.array(SharingGrant) });
export type SharingGrants = z.infer<typeof SharingGrants>;

const Name = z.string().trim().min(1).max(200);
const Description = z.string().trim().max(2_000).nullable();

export const SharingTagCreate = z.object({ name: Name, description: Description.optional() });
export type SharingTagCreate = z.infer<typeof SharingTagCreate>;

/** Absent keeps; null and empty text clear the description. */
export const SharingTagUpdate = z.object({ name: Name, description: Description }).partial();
export type SharingTagUpdate = z.infer<typeof SharingTagUpdate>;

export const SharingGrantInput = z.object({ sharingTagId: Id, accessMode: AccessMode });
export type SharingGrantInput = z.infer<typeof SharingGrantInput>;
