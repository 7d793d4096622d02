import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';
import { CurrentPassword, PermissionName } from './user.ts';

/** snake_case; lists never contain the secret. */
export const ApiKey = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  /** The 8 characters after `svc_`, which identify a key. */
  key_prefix: z.string(),
  /** Requested permissions; for a key that follows its owner, the owner's current ones. */
  permissions: z.array(PermissionName),
  /** True when it has the owner's current permissions. */
  follows_owner: z.boolean(),
  /** False while switched off. */
  is_active: z.boolean(),
  /** False for keys older than KOReader sync, which must be recreated for it. */
  works_with_koreader: z.boolean(),
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The only response with the key itself. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

const Name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .regex(/^\P{Cc}+$/u, 'must not contain control characters');

/** Expiry of a key; null for never. */
const Expiry = z.iso.datetime({ offset: true }).nullable();

/** Absent or null follows the owner; a list grants exactly these, an empty one nothing. */
const Permissions = z.array(PermissionName).max(100).nullable();

export const ApiKeyCreate = z.object({
  name: Name,
  permissions: Permissions.optional(),
  expiresAt: Expiry.optional(),
  /** Required in a session older than five minutes. */
  currentPassword: CurrentPassword.optional(),
});
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;

/** Absent fields stay. */
export const ApiKeyUpdate = z.object({
  name: Name.optional(),
  permissions: Permissions.optional(),
  expiresAt: Expiry.optional(),
  isActive: z.boolean().optional(),
});
export type ApiKeyUpdate = z.infer<typeof ApiKeyUpdate>;

/** A reading device: an API key, else a program that identifies itself. */
export const Device = z.object({
  /** `apikey:` with the key's id, `ua:` with a hash of the user agent, or `unknown`. */
  id: z.string(),
  /** Name of the key, else of the program. */
  name: z.string(),
  apiKeyId: Id.nullable(),
  /** As last sent. */
  userAgent: z.string().nullable(),
  requestCount: Count,
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
});
export type Device = z.infer<typeof Device>;
