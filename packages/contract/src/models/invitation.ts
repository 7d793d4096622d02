import { z } from 'zod';
import { MailToken, Registration } from './account.ts';
import { OwnRoleName } from './role.ts';
import { Count, Id, Timestamp } from './scalars.ts';
import { RoleName } from './user.ts';

/** A link with which people make their own account. Only the answer to its creation has the link. */
export const Invitation = z.object({
  id: Id,
  /** Whom or what it is for. */
  note: z.string().nullable(),
  role: RoleName,
  customRole: OwnRoleName,
  /** Libraries of the new account that the caller sees; null for all, with future ones. */
  libraryIds: z.array(Id).nullable(),
  maxUses: z.int().min(1),
  useCount: Count,
  expiresAt: Timestamp,
  createdAt: Timestamp,
  createdBy: z.object({ id: Id, name: z.string() }),
});
export type Invitation = z.infer<typeof Invitation>;

export const CreatedInvitation = Invitation.extend({
  /** Absolute when the configuration has a public address, else a path. */
  url: z.string(),
});
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;

export const InvitationCreate = z.object({
  note: z.string().trim().max(200).nullable().optional(),
  /** `reader` unless given. */
  role: RoleName.optional(),
  customRoleId: Id.nullable().optional(),
  /** Those of the caller unless given. */
  libraryIds: z.array(Id).max(10_000).nullable().optional(),
  maxUses: z.int().min(1).max(100).default(1),
  expiresInDays: z.int().min(1).max(90).default(7),
});
export type InvitationCreate = z.input<typeof InvitationCreate>;

export const InvitationAcceptance = Registration.extend({ token: MailToken });
export type InvitationAcceptance = z.infer<typeof InvitationAcceptance>;
