import { z } from 'zod';
import { Count, Id, Timestamp } from './scalars.ts';

/**
 * Every kind of notice, and whose targets may want it: those of a user, or those of the server. A new kind is one line here; the
 * server and the web app stop compiling until they have words for it.
 */
export const NOTICE_AUDIENCES = {
  new_books: 'user',
  scan_failed: 'server',
  task_failed: 'server',
  disk_space: 'server',
  health_problem: 'server',
  backup_finished: 'server',
  imports_waiting: 'server',
  imports_finished: 'server',
} as const satisfies Readonly<Record<string, 'user' | 'server'>>;

export type NoticeKind = keyof typeof NOTICE_AUDIENCES;
export const NOTICE_KINDS = Object.keys(NOTICE_AUDIENCES) as [NoticeKind, ...NoticeKind[]];
export const NoticeKind = z.enum(NOTICE_KINDS);

/** Where a notice may go. `discord` also fits other services that take the same webhooks. */
export const NOTICE_TARGET_TYPES = ['webhook', 'ntfy', 'gotify', 'discord', 'mail'] as const;
export const NoticeTargetType = z.enum(NOTICE_TARGET_TYPES);
export type NoticeTargetType = z.infer<typeof NoticeTargetType>;

/** A target. Its address and secret never leave the server. */
export const NoticeTarget = z.object({
  id: Id,
  name: z.string(),
  type: NoticeTargetType,
  /** Host or mail address. */
  place: z.string(),
  hasSecret: z.boolean(),
  kinds: z.array(NoticeKind),
  enabled: z.boolean(),
  /** Failed deliveries in a row. */
  failures: Count,
  lastError: z.string().nullable(),
  lastErrorAt: Timestamp.nullable(),
  lastSentAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type NoticeTarget = z.infer<typeof NoticeTarget>;

const Name = z.string().trim().min(1).max(100);
const Address = z.string().trim().min(1).max(2_000);
const Secret = z.string().min(1).max(500);

export const NoticeTargetNew = z.object({
  name: Name,
  type: NoticeTargetType,
  /** http or https address; for ntfy with the topic. Not for mail. */
  url: Address.optional(),
  /** `webhook`: signs, 16 characters or more. `ntfy`: access token. `gotify`: token of the application. */
  secret: Secret.optional(),
  /** Receiver of a mail target of the server. A mail target of a user uses the address of the account. */
  address: z.email().max(254).optional(),
  kinds: z.array(NoticeKind).max(50).readonly(),
  enabled: z.boolean().default(true),
});
export type NoticeTargetNew = z.infer<typeof NoticeTargetNew>;

export const NoticeTargetUpdate = z.object({
  name: Name.optional(),
  /** The secret is forgotten when the address leads to another server. */
  url: Address.optional(),
  secret: Secret.nullable().optional(),
  address: z.email().max(254).optional(),
  kinds: z.array(NoticeKind).max(50).readonly().optional(),
  enabled: z.boolean().optional(),
});
export type NoticeTargetUpdate = z.infer<typeof NoticeTargetUpdate>;

/** How a test notice fared. */
export const NoticeTest = z.object({
  ok: z.boolean(),
  /** The answer of the other server, in words. */
  message: z.string(),
});
export type NoticeTest = z.infer<typeof NoticeTest>;

export const SeriesFollow = z.object({ followed: z.boolean() });
export type SeriesFollow = z.infer<typeof SeriesFollow>;
