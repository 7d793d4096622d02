import { z } from 'zod';
import { OwnRoleName } from './role.ts';
import { Count, Id, Timestamp } from './scalars.ts';
import { AgeLimit, SharingGrant } from './sharing.ts';
import { CurrentPassword, Email, LoginResponse, Password, PermissionName, RoleName, Username } from './user.ts';

/** An account, for those who manage accounts. */
export const User = z.object({
  id: Id,
  username: z.string(),
  /** Empty when unknown. */
  email: z.string(),
  /** With a role that administrators made: the widest built-in role within it, else `reader`. */
  role: RoleName,
  customRole: OwnRoleName,
  /** Custom permissions in addition to the role. */
  permissions: z.array(PermissionName),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  /** The account of the parent of a child profile; null for any other account. */
  parentId: Id.nullable(),
  /** Whether it has a second factor. */
  secondFactor: z.boolean(),
  /** Its own libraries; null for all, with future ones. Groups may give more. Administrators see all. */
  libraryIds: z.array(Id).nullable(),
  /** Its own age limit; null for every age. Groups may have stricter ones. */
  ageLimit: AgeLimit.nullable(),
  /** True while a self-registered account waits for its address to be confirmed. */
  pendingVerification: z.boolean(),
  lastLoginAt: Timestamp.nullable(),
  /** Last request with any credential, accurate to a few minutes. */
  lastSeenAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type User = z.infer<typeof User>;

/** An account with counts of its data. */
export const UserDetail = User.extend({
  /** Books with progress, visible to the caller. */
  progressCount: Count,
  apiKeyCount: Count,
  sessionCount: Count,
  /** Sorted by tag name. */
  sharingTags: z.array(SharingGrant),
});
export type UserDetail = z.infer<typeof UserDetail>;

/** A time in which an admin saw the app as this account does. */
export const AccountView = z.object({
  id: Id,
  adminName: z.string(),
  startedAt: Timestamp,
  /** When it ends by itself. */
  endsAt: Timestamp,
  /** Null while it lasts. */
  endedAt: Timestamp.nullable(),
});
export type AccountView = z.infer<typeof AccountView>;

/** Empty and null remove the address. */
const AddressInput = z.union([Email, z.literal('')]).nullable();

const fields = {
  username: Username,
  email: AddressInput,
  password: Password,
  /** Another built-in role than the present one replaces a role that administrators made. */
  role: RoleName,
  /** A role that administrators made; null goes back to the built-in one. It wins over `role`. */
  customRoleId: Id.nullable(),
  permissions: z.array(PermissionName).max(100),
  isActive: z.boolean(),
  libraryIds: z.array(Id).max(10_000).nullable(),
  ageLimit: AgeLimit.nullable(),
};

/** `emailVerified` marks the address as confirmed by hand; `revokeApiKeys` revokes all API keys. */
export const UserUpdate = z.object({ ...fields, emailVerified: z.boolean(), revokeApiKeys: z.boolean() }).partial();
export type UserUpdate = z.infer<typeof UserUpdate>;

export const UserCreate = z.object(fields).partial().extend({ username: fields.username, password: fields.password });
export type UserCreate = z.infer<typeof UserCreate>;

/** A single-use link to set a new password. */
export const ResetLink = z.object({
  /** Absolute when the configuration has a public address, else a path. */
  url: z.string(),
  expiresAt: Timestamp,
});
export type ResetLink = z.infer<typeof ResetLink>;

/** A signed-in device. */
export const Session = z.object({
  id: Id,
  /** Program and system, as far as known: `Firefox on Windows`. */
  device: z.string(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  createdAt: Timestamp,
  /** Accurate to a few minutes. */
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
});
export type Session = z.infer<typeof Session>;

/** Whether all API keys are revoked with the old password. */
export const RevokeApiKeys = z.boolean().optional();

/** The caller's own name and address; changing them requires the password. */
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

/** The caller's own account; `pendingEmail` waits for confirmation, or is null. */
export const Profile = User.extend({
  pendingEmail: z.string().nullable(),
  sharingTags: z.array(SharingGrant),
  /** Whether the account has a password, which changes of it ask for. */
  hasPassword: z.boolean(),
});
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

/** Signed in at once; all null while the address waits for confirmation. */
export const Registered = z.object({
  ...LoginResponse.shape,
  access_token: z.string().nullable(),
  token_type: z.literal('Bearer').nullable(),
  expires_in: z.int().min(1).nullable(),
  user: LoginResponse.shape.user.nullable(),
  message: z.string(),
});
export type Registered = z.infer<typeof Registered>;

/** The result in words. */
export const Said = z.object({ message: z.string() });
export type Said = z.infer<typeof Said>;

/** Token of a link in a mail. */
export const MailToken = z.string().min(1).max(200);
