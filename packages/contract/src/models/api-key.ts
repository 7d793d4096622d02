import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';
import { CurrentPassword, PermissionName } from './user.ts';

/** Section 2.9, snake_case as there. The secret is in no list. */
export const ApiKey = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  /** The 8 characters behind `svc_`, by which a key is recognised. */
  key_prefix: z.string(),
  /** What was asked for; of a key that follows its owner, what the owner may do now. */
  permissions: z.array(PermissionName),
  /** True when it may do whatever its owner may, as that changes. */
  follows_owner: z.boolean(),
  /** False while it is switched off. */
  is_active: z.boolean(),
  /** False of keys from before there was KOReader sync: it cannot use them, and they have to be made anew. */
  works_with_koreader: z.boolean(),
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The one answer that holds the key itself. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

const Name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .regex(/^\P{Cc}+$/u, 'must not contain control characters');

/** When a key stops working; null for never. */
const Expiry = z.iso.datetime({ offset: true }).nullable();

/** None or null follows the owner; a list grants these and no others, an empty one nothing. */
const Permissions = z.array(PermissionName).max(100).nullable();

export const ApiKeyCreate = z.object({
  name: Name,
  permissions: Permissions.optional(),
  expiresAt: Expiry.optional(),
  /** Needed of a session that began more than five minutes ago. */
  currentPassword: CurrentPassword.optional(),
});
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;

/** What is absent stays. */
export const ApiKeyUpdate = z.object({
  name: Name.optional(),
  permissions: Permissions.optional(),
  expiresAt: Expiry.optional(),
  isActive: z.boolean().optional(),
});
export type ApiKeyUpdate = z.infer<typeof ApiKeyUpdate>;

/** What someone reads with: an API key, else a program that says what it is (section 5, device statistics). */
export const Device = z.object({
  /** `apikey:` and the key's id, `ua:` and a hash of the user agent, or `unknown`. */
  id: z.string(),
  /** Name of the key, else the program in words. */
  name: z.string(),
  apiKeyId: Id.nullable(),
  /** As last sent. */
  userAgent: z.string().nullable(),
  requestCount: Count,
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
});
export type Device = z.infer<typeof Device>;
