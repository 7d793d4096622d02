import { z } from 'zod';
import { PERMISSIONS, ROLES } from '../permissions.ts';
import { Id, Timestamp } from './scalars.ts';

export const PermissionName = z.enum(PERMISSIONS);
export const RoleName = z.enum(ROLES);

/** 8 to 256 characters; the server refuses common passwords. */
export const Password = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(256, 'must have at most 256 characters');

/** The account's current password. */
export const CurrentPassword = z.string().min(1).max(256);

export const Username = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(64, 'must have at most 64 characters')
  // the colon separates name and password in HTTP Basic
  .regex(/^[^:\p{Cc}]+$/u, 'must not contain a colon or control characters');

export const Email = z.email('must be an e-mail address').max(254);

export const Credentials = z.object({ username: z.string().min(1).max(254), password: z.string().min(1).max(256) });

/** snake_case; `email` is empty when unknown. */
export const LoginResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().min(1),
  /** Renews the session once, at /auth/refresh; absent when sessions are not renewed. */
  refresh_token: z.string().optional(),
  user: z.object({ id: Id, username: z.string(), email: z.string(), role: RoleName }),
});
export type LoginResponse = z.infer<typeof LoginResponse>;

export const CurrentUser = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  role: RoleName,
  /** Name of a role that administrators made; null for a built-in role. */
  customRole: z.string().nullable(),
  emailVerified: z.boolean(),
  isActive: z.boolean(),
  /** Custom permissions in addition to the role. */
  permissions: z.array(PermissionName),
  /** Role and custom permissions, of this request's credential. */
  effectivePermissions: z.array(PermissionName),
  lastLoginAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Whether it is a visitor without an account, who reads only. */
  isGuest: z.boolean(),
  /** Position of the event streams: a stream opened with `?lastEventId=` of it misses nothing since. */
  lastEventId: z.string(),
  /** The admin who sees the app as this account does, and changes nothing; null for the account itself. */
  viewedBy: z.object({ username: z.string(), endsAt: Timestamp }).nullable(),
  /** The parent, when this is a child profile. */
  profileOf: z.object({ username: z.string(), hasPin: z.boolean() }).nullable(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const SetupStatus = z.object({
  setupRequired: z.boolean(),
  hasUsers: z.boolean(),
  /** Whether the first user needs the code on the server's console: not on the server's machine. */
  setupCodeRequired: z.boolean(),
  /** Whether users may register themselves. */
  registrationEnabled: z.boolean(),
  /** Whether such accounts must confirm their address first. */
  verificationRequired: z.boolean(),
  /** Whether the server can send mail to confirm addresses and reset passwords. */
  mailEnabled: z.boolean(),
  /** Whether visitors without an account may read one library. */
  guestsAllowed: z.boolean(),
});
