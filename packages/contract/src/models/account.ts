import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';
import { SharingGrant } from './sharing.ts';
import { CurrentPassword, Email, LoginResponse, Password, PermissionName, RoleName, Username } from './user.ts';

/** An account as those see it who manage accounts. */
export const User = z.object({
  id: Id,
  username: z.string(),
  /** Empty when none is known. */
  email: z.string(),
  role: RoleName,
  /** Custom permissions on top of the role. */
  permissions: z.array(PermissionName),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  /** The libraries this user may see; null for all, those to come too. Who administers the server sees all in any case. */
  libraryIds: z.array(Id).nullable(),
  /** True while an account that somebody made for themselves waits for its address to be confirmed. */
  pendingVerification: z.boolean(),
  lastLoginAt: Timestamp.nullable(),
  /** The last request by whatever credential, right to a few minutes. */
  lastSeenAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type User = z.infer<typeof User>;

/** One account, with how much is its own and would go with it. */
export const UserDetail = User.extend({
  /** Books with reading progress, of those that the one who asks may see. */
  progressCount: Count,
  apiKeyCount: Count,
  /** Where it is signed in. */
  sessionCount: Count,
  /** By the name of the tag. */
  sharingTags: z.array(SharingGrant),
});
export type UserDetail = z.infer<typeof UserDetail>;

/** Empty and null take an address away. */
const AddressInput = z.union([Email, z.literal('')]).nullable();

const fields = {
  username: Username,
  email: AddressInput,
  password: Password,
  role: RoleName,
  permissions: z.array(PermissionName).max(100),
  isActive: z.boolean(),
  libraryIds: z.array(Id).max(10_000).nullable(),
};

/** `emailVerified` says by hand whether the address is known to be theirs; `revokeApiKeys` ends all their API keys. */
export const UserUpdate = z.object({ ...fields, emailVerified: z.boolean(), revokeApiKeys: z.boolean() }).partial();
export type UserUpdate = z.infer<typeof UserUpdate>;

export const UserCreate = z.object(fields).partial().extend({ username: fields.username, password: fields.password });
export type UserCreate = z.infer<typeof UserCreate>;

/** A link by which somebody chooses a new password, once. */
export const ResetLink = z.object({
  /** Absolute where the configuration says where the server is reached, else a path of this server. */
  url: z.string(),
  expiresAt: Timestamp,
});
export type ResetLink = z.infer<typeof ResetLink>;

/** A sign-in that goes on. */
export const Session = z.object({
  id: Id,
  /** Program and system in words, as far as they can be told: `Firefox on Windows`. */
  device: z.string(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
  /** Whether this request belongs to it. */
  current: z.boolean(),
  createdAt: Timestamp,
  /** Right to a few minutes. */
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
});
export type Session = z.infer<typeof Session>;

/** Whether every API key of the account ends with the old password. */
export const RevokeApiKeys = z.boolean().optional();

/** A name and an address of one's own; whoever changes them shows that the account is theirs. */
export const ProfileUpdate = z.object({
  username: Username.optional(),
  email: AddressInput.optional(),
  currentPassword: CurrentPassword,
});
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

export const PasswordChange = z.object({
  currentPassword: CurrentPassword,
  newPassword: Password,
  revokeApiKeys: RevokeApiKeys,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

/** One's own account; `pendingEmail` is an address that waits to be confirmed, or null. */
export const Profile = User.extend({ pendingEmail: z.string().nullable(), sharingTags: z.array(SharingGrant) });
export type Profile = z.infer<typeof Profile>;

export const Registration = z.object({
  username: Username,
  email: z
    .union([Email, z.literal('')])
    .nullable()
    .optional(),
  password: Password,
});
export type Registration = z.infer<typeof Registration>;

/** Signed in at once, or everything null while the address waits to be confirmed. */
export const Registered = z.object({
  ...LoginResponse.shape,
  access_token: z.string().nullable(),
  token_type: z.literal('Bearer').nullable(),
  expires_in: z.int().min(1).nullable(),
  user: LoginResponse.shape.user.nullable(),
  message: z.string(),
});
export type Registered = z.infer<typeof Registered>;

/** What was done, in words for the person who asked. */
export const Said = z.object({ message: z.string() });
export type Said = z.infer<typeof Said>;

/** The token of a link in a mail. */
export const MailToken = z.string().min(1).max(200);
