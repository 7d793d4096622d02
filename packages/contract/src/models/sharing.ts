import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

export const SeriesSharingTag = z.object({ id: Id, name: z.string(), description: z.string().nullable() });
export type SeriesSharingTag = z.infer<typeof SeriesSharingTag>;

/** A sharing tag with its uses. */
export const SharingTag = SeriesSharingTag.extend({
  /** Series with the tag, visible or not. */
  seriesCount: Count,
  /** Accounts with a grant of it. */
  userCount: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SharingTag = z.infer<typeof SharingTag>;

/**
 * `deny` hides series with the tag, whatever their other tags. A user with an `allow` only sees series with an allowed
 * tag.
 */
export const AccessMode = z.enum(['allow', 'deny']);
export type AccessMode = z.infer<typeof AccessMode>;

/** Up to which age rating series are seen. */
export const AgeLimit = z.object({
  /** In years. A series with a higher age rating is hidden, with its books. */
  maxAge: z.int().min(0).max(99),
  /** Whether series without an age rating are seen. */
  showsUnrated: z.boolean(),
});
export type AgeLimit = z.infer<typeof AgeLimit>;

/** A sharing tag's effect on one account. */
export const SharingGrant = z.object({
  id: Id,
  sharingTagId: Id,
  sharingTagName: z.string(),
  accessMode: AccessMode,
  createdAt: Timestamp,
});
export type SharingGrant = z.infer<typeof SharingGrant>;

/** All grants of an account, by tag name; without any, it sees everything in its libraries. */
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
