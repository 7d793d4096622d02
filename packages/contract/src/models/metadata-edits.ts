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

/** Items that one book or series can have of a list. */
const MAX_ITEMS = 200;

/** A list in which a source is named once. */
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

/** Everything that can be said of a book: absent keeps, null clears; lists are given whole. */
const BookValues = BookMetadataEdit.omit({ genre: true }).extend({ ...terms, ...elsewhere });
/** Everything that can be said of a series; a title with an id is one that is there. */
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

/** What is added to lists, or taken from them; people are compared by name and role. */
const Parts = z.object({
  genres: TermNames.optional(),
  tags: TermNames.optional(),
  authors: z.array(AuthorInput).max(500).optional(),
});

const FIELD = z.string().max(50);
const shared = {
  add: Parts.default({}),
  remove: Parts.default({}),
  /** Fields that go back to what files say; their locks are cleared. One that is given a value too keeps that. */
  reset: z.array(FIELD).max(100).default([]),
  /** What somebody protected stays as it is. */
  keepLocked: z.boolean().default(false),
  /** Refused when a book or series was changed later than this. */
  unchangedSince: Timestamp.optional(),
};

/** What becomes of books, all of it as one action. */
export const BookEdits = z.object({
  ...shared,
  values: BookValues.default({}),
  /** Beside these, whatever is given or changed is locked. */
  locks: BookLocks.omit({ coverLock: true }).partial().default({}),
});
export type BookEdits = z.output<typeof BookEdits>;

/** What becomes of series, all of it as one action. */
export const SeriesEdits = z.object({
  ...shared,
  values: SeriesValues.default({}),
  locks: SeriesLocks.omit({ cover: true }).partial().default({}),
});
export type SeriesEdits = z.output<typeof SeriesEdits>;
