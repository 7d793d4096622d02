import { z } from 'zod';
import { Id, Timestamp } from './scalars.ts';

export const AUDIT_CATEGORIES = [
  'sign_in',
  'account',
  'rights',
  'key',
  'setting',
  'export',
  'deletion',
  'restore',
] as const;
export const AuditCategory = z.enum(AUDIT_CATEGORIES);
export type AuditCategory = z.infer<typeof AuditCategory>;

/** Everything that the audit log records, with its category. Names never change, because scripts filter by them. */
export const AUDIT_ACTIONS = {
  signed_in: 'sign_in',
  sign_in_refused: 'sign_in',
  signed_out: 'sign_in',
  sessions_ended: 'sign_in',
  device_added: 'sign_in',
  recovery_code_used: 'sign_in',
  account_viewed: 'sign_in',
  child_profile_opened: 'sign_in',
  child_profile_left: 'sign_in',
  account_added: 'account',
  account_changed: 'account',
  account_deleted: 'account',
  password_changed: 'account',
  identity_linked: 'account',
  identity_unlinked: 'account',
  factor_added: 'account',
  factor_removed: 'account',
  recovery_codes_made: 'account',
  reset_link_made: 'account',
  invitation_made: 'account',
  invitation_deleted: 'account',
  rights_changed: 'rights',
  age_limit_changed: 'rights',
  sharing_changed: 'rights',
  access_group_added: 'rights',
  access_group_changed: 'rights',
  access_group_deleted: 'rights',
  share_made: 'rights',
  share_deleted: 'rights',
  role_added: 'rights',
  role_changed: 'rights',
  role_deleted: 'rights',
  api_key_made: 'key',
  api_key_changed: 'key',
  api_key_revoked: 'key',
  setting_changed: 'setting',
  sign_in_provider_added: 'setting',
  sign_in_provider_changed: 'setting',
  sign_in_provider_removed: 'setting',
  export_made: 'export',
  export_downloaded: 'export',
  backup_downloaded: 'export',
  audit_exported: 'export',
  library_deleted: 'deletion',
  books_binned: 'deletion',
  books_removed: 'deletion',
  backup_deleted: 'deletion',
  books_restored: 'restore',
  restore_requested: 'restore',
  restore_ended: 'restore',
} as const satisfies Readonly<Record<string, AuditCategory>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

const ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];
export const AuditAction = z.enum(ACTION_NAMES);

/**
 * Who acted: a user, the operator of the machine, the owner of a link from a mail, a sign-in provider or proxy, a stranger who
 * was refused, or the server itself.
 */
export const AuditActorKind = z.enum(['user', 'operator', 'link', 'provider', 'stranger', 'server']);
export type AuditActorKind = z.infer<typeof AuditActorKind>;

/** One entry of the audit log. Names are those of that time. Nothing changes an entry. */
export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  action: AuditAction,
  category: AuditCategory,
  actor: z.object({
    kind: AuditActorKind,
    /** Null unless a user acted. */
    id: Id.nullable(),
    name: z.string().nullable(),
    /** The key that was used; null for other credentials. */
    apiKeyId: Id.nullable(),
    apiKeyName: z.string().nullable(),
  }),
  /** Null for the operator and the server. */
  ipAddress: z.string().nullable(),
  /** The program that sent the request, in words: `Firefox on Windows`. */
  device: z.string().nullable(),
  /** The account that it is about. */
  account: z.object({ id: Id, name: z.string() }).nullable(),
  /** What else it is about. */
  target: z.object({ kind: z.string(), id: z.string(), name: z.string() }).nullable(),
  /** Changed fields and numbers. Never a password, key, token or address. */
  details: z.record(z.string(), z.json()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Filters of the audit log; all must match. */
export const AuditQuery = z.object({
  category: AuditCategory.optional(),
  action: AuditAction.optional(),
  /** Entries by this account or about it. */
  userId: Id.optional(),
  apiKeyId: Id.optional(),
  /** The whole address. */
  ipAddress: z.string().max(45).optional(),
  /** Part of the name of an actor, an account or what an entry is about, ignoring case. */
  search: z.string().max(200).optional(),
  /** RFC 3339. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** RFC 3339; entries before it. */
  to: z.iso.datetime({ offset: true }).optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
