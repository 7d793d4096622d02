import { z } from 'zod';
import { BookLocks, SeriesLocks } from './metadata.ts';
import {
  AlternateTitleInput,
  AuthorInput,
  BookMetadataEdit,
  ExternalIdInput,
  ExternalLinkInput,
  ExternalRatingInput,
  SeriesMetadataEdit,
  TermNames,
} from './metadata-edit.ts';
import { Id, Timestamp } from './scalars.ts';

/** Items of one list of a book or series. */
const MAX_ITEMS = 200;

/** A list that names each source once. */
function bySource<Item extends z.ZodType<object>>(item: Item, source: (one: z.output<Item>) => string) {
  return z
    .array(item)
    .max(MAX_ITEMS)
    .refine((items) => new Set(items.map(source)).size === items.length, 'must name each source once')
    .nullable()
    .optional();
}

const terms = { genres: TermNames.nullable().optional(), tags: TermNames.nullable().optional() };
const elsewhere = {
  externalIds: bySource(ExternalIdInput, ({ source }) => source),
  externalLinks: bySource(ExternalLinkInput, ({ sourceName }) => sourceName),
};

/** All values of a book: absent keeps, null clears; lists are replaced. */
const BookValues = BookMetadataEdit.omit({ genre: true }).extend({ ...terms, ...elsewhere });
/** All values of a series; a title with an id is an existing one. */
const SeriesValues = SeriesMetadataEdit.extend({
  ...terms,
  ...elsewhere,
  externalRatings: bySource(ExternalRatingInput, ({ sourceName }) => sourceName),
  alternateTitles: z
    .array(AlternateTitleInput.extend({ id: Id.optional() }))
    .max(MAX_ITEMS)
    .nullable()
    .optional(),
});

/** Items to add to or remove from lists; people are compared by name and role. */
const Parts = z.object({
  genres: TermNames.optional(),
  tags: TermNames.optional(),
  authors: z.array(AuthorInput).max(500).optional(),
});

const FIELD = z.string().max(50);
const shared = {
  add: Parts.default({}),
  remove: Parts.default({}),
  /** Fields to reset to their file's value, clearing their locks. A given value wins. */
  reset: z.array(FIELD).max(100).default([]),
  /** Leaves locked values unchanged. */
  keepLocked: z.boolean().default(false),
  /** Refuses books and series changed after this. */
  unchangedSince: Timestamp.optional(),
};

/** Edits of books, as one action. */
export const BookEdits = z.object({
  ...shared,
  values: BookValues.default({}),
  /** Locks to set besides those of all given or changed values. */
  locks: BookLocks.omit({ coverLock: true }).partial().default({}),
});
export type BookEdits = z.output<typeof BookEdits>;

/** Edits of series, as one action. */
export const SeriesEdits = z.object({
  ...shared,
  values: SeriesValues.default({}),
  locks: SeriesLocks.omit({ cover: true }).partial().default({}),
});
export type SeriesEdits = z.output<typeof SeriesEdits>;
