import { z } from 'zod';
import { Book, FileFormat } from './book.ts';
import { Id, Timestamp } from './scalars.ts';

/** What a link shares: one book, or the books of one reading list. */
export const ShareKind = z.enum(['book', 'readList']);
export type ShareKind = z.infer<typeof ShareKind>;

/** Whom a link is for: people with an account here, or anyone who has it. */
export const ShareAudience = z.enum(['accounts', 'anyone']);
export type ShareAudience = z.infer<typeof ShareAudience>;

/** A link that the caller made. Only the answer to its creation has the link. */
export const Share = z.object({
  id: Id,
  kind: ShareKind,
  targetId: Id,
  /** Name of that time. */
  name: z.string(),
  audience: ShareAudience,
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type Share = z.infer<typeof Share>;

export const CreatedShare = Share.extend({
  /** Absolute when the configuration has a public address, else a path. */
  url: z.string(),
});
export type CreatedShare = z.infer<typeof CreatedShare>;

export const ShareCreate = z.object({
  kind: ShareKind,
  targetId: Id,
  audience: ShareAudience.default('accounts'),
  expiresInDays: z.int().min(1).max(365).default(30),
});
export type ShareCreate = z.input<typeof ShareCreate>;

/** A book behind a link: what reading it needs, and nothing about other books or readers. */
export const SharedBook = z.object({
  id: Id,
  title: z.string(),
  fileFormat: FileFormat,
  pageCount: Book.shape.pageCount,
  readingDirection: Book.shape.readingDirection,
  layout: Book.shape.layout,
  coverVersion: Book.shape.coverVersion,
});
export type SharedBook = z.infer<typeof SharedBook>;

/** What a link shares. */
export const SharedItem = z.object({
  id: Id,
  kind: ShareKind,
  name: z.string(),
  expiresAt: Timestamp,
  /** One for a book; those of a list in their order. */
  books: z.array(SharedBook),
});
export type SharedItem = z.infer<typeof SharedItem>;
