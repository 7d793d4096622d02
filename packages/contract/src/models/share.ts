import { z } from 'zod';
import { MAX_QUOTATION } from '../quotation.ts';
import { Book, FileFormat } from './book.ts';
import { Id, Timestamp } from './scalars.ts';

/** What a link shares: one book, the books of one reading list, or a quotation from a book of text. */
export const ShareKind = z.enum(['book', 'readList', 'highlight']);
export type ShareKind = z.infer<typeof ShareKind>;

/** Whom a link is for: people with an account here, or anyone who has it. */
export const ShareAudience = z.enum(['accounts', 'anyone']);
export type ShareAudience = z.infer<typeof ShareAudience>;

/** A quotation behind a link, in the words of the book. */
export const SharedHighlight = z.object({
  text: z.string(),
  /** Where it begins: a position of the book, from 1. */
  position: z.int().min(1),
});
export type SharedHighlight = z.infer<typeof SharedHighlight>;

/** A link that the caller made. Only the answer to its creation has the link. */
export const Share = z.object({
  id: Id,
  kind: ShareKind,
  targetId: Id,
  /** Name of that time. */
  name: z.string(),
  /** Of kind `highlight` only. */
  highlight: SharedHighlight.optional(),
  audience: ShareAudience,
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type Share = z.infer<typeof Share>;

/** A link of any account, for admins. */
export const MadeShare = Share.omit({ name: true, highlight: true }).extend({
  /** Null when the caller does not see what it shares. */
  name: z.string().nullable(),
  maker: z.object({ id: Id, username: z.string() }),
});
export type MadeShare = z.infer<typeof MadeShare>;

export const CreatedShare = Share.extend({
  /** Absolute when the configuration has a public address, else a path. */
  url: z.string(),
});
export type CreatedShare = z.infer<typeof CreatedShare>;

/** A selected text. The server keeps the words of the book, and the place where it finds them. */
export const HighlightCreate = z.object({
  text: z.string().min(1).max(MAX_QUOTATION),
  /** Readium locator of the beginning; names only the parts that are read. */
  locator: z.object({
    /** Address or archive path of the document. */
    href: z.string().min(1).max(4096),
    locations: z.object({ progression: z.number().min(0).max(1) }),
  }),
});
export type HighlightCreate = z.infer<typeof HighlightCreate>;

export const ShareCreate = z
  .object({
    kind: ShareKind,
    /** Of the book or the list; for a quotation, of its book. */
    targetId: Id,
    highlight: HighlightCreate.optional(),
    audience: ShareAudience.default('accounts'),
    expiresInDays: z.int().min(1).max(365).default(30),
  })
  .refine(({ kind, highlight }) => (kind === 'highlight') === (highlight !== undefined), {
    path: ['highlight'],
    message: 'must be given for a quotation, and for nothing else',
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
  /** One for a book; those of a list in their order; that of a quotation, which only has its cover behind the link. */
  books: z.array(SharedBook),
  /** Of kind `highlight` only. */
  highlight: SharedHighlight.optional(),
});
export type SharedItem = z.infer<typeof SharedItem>;
