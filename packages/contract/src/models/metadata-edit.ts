import { z } from 'zod';
import { BOOK_FIELDS, ROLE_FIELDS, type RoleField, SERIES_FIELDS } from '../metadata-fields.ts';
import { editSchemas, manyEditSchemas } from '../metadata-schemas.ts';
import { BookAuthorRole } from './book.ts';
import { BookLocks, SeriesLocks } from './metadata.ts';
import { SeriesStatus } from './series.ts';

/** Authors as written; the default role is author. */
export const AuthorInput = z.object({
  name: z.string().trim().min(1).max(500),
  role: BookAuthorRole.default('author'),
  sortName: z.string().max(500).nullable().default(null),
});
const AwardInput = z.object({
  name: z.string().trim().min(1).max(500),
  category: z.string().max(500).nullable().default(null),
  won: z.boolean(),
  year: z.int().min(-9999).max(9999).nullable().default(null),
});

const MAX_CUSTOM_BYTES = 65_536;

/** Free-form, 65,536 bytes of JSON at most. */
export const CustomMetadata = z
  .record(z.string(), z.json())
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= MAX_CUSTOM_BYTES,
    `must not be more than ${String(MAX_CUSTOM_BYTES)} bytes of JSON`,
  );

/** People of one role, or genres, as one text. */
const namesInText = z.string().max(10_000).nullable().optional();
const authors = z.array(AuthorInput).max(500).nullable().optional();
const customMetadata = CustomMetadata.nullable().optional();

/** Editable for many books at once. */
export const ManyBooksEdit = z.object({
  ...manyEditSchemas(BOOK_FIELDS),
  genre: namesInText,
  translator: namesInText,
  customMetadata,
  authors,
});

const roleTexts = Object.fromEntries(Object.keys(ROLE_FIELDS).map((name) => [name, namesInText])) as {
  [Name in RoleField]: typeof namesInText;
};

/** Edit of one book: absent keeps, null clears. A PUT without `title` or `titleSort` keeps them. */
export const BookMetadataEdit = ManyBooksEdit.extend({
  ...editSchemas(BOOK_FIELDS),
  ...roleTexts,
  title: z.string().trim().min(1).max(BOOK_FIELDS.title.max).nullable().optional(),
  number: z
    .union([z.string().trim().min(1).max(BOOK_FIELDS.number.max), z.number().transform((number) => String(number))])
    .nullable()
    .optional(),
  awards: z.array(AwardInput).max(500).nullable().optional(),
});
export type BookMetadataEdit = z.output<typeof BookMetadataEdit>;

/** Aliases of a series' status. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  completed: 'ended',
  complete: 'ended',
  finished: 'ended',
  cancelled: 'abandoned',
  canceled: 'abandoned',
  continuing: 'ongoing',
  releasing: 'ongoing',
  on_hiatus: 'hiatus',
};
const StatusInput = z
  .string()
  .transform((word) => STATUS_WORDS[word.toLowerCase()] ?? word.toLowerCase())
  .pipe(SeriesStatus);

/** Editable for many series at once. */
export const ManySeriesEdit = z.object({
  ...manyEditSchemas(SERIES_FIELDS),
  status: StatusInput.nullable().optional(),
  customMetadata,
  authors,
});

/** Edit of one series: absent keeps, null clears. A PUT without a title keeps it. */
export const SeriesMetadataEdit = ManySeriesEdit.extend({
  ...editSchemas(SERIES_FIELDS),
  status: StatusInput.nullable().optional(),
  title: z.string().trim().min(1).max(SERIES_FIELDS.title.max).optional(),
});
export type SeriesMetadataEdit = z.output<typeof SeriesMetadataEdit>;

/** Locks to set or clear; absent ones stay. */
export const BookLocksEdit = BookLocks.partial();
export const SeriesLocksEdit = SeriesLocks.partial();

const Name = z.string().trim().min(1).max(500);
/** Names of genres or tags. */
export const TermNames = z.array(Name).max(500);
export const TermName = z.object({ name: Name });

const Source = z.string().trim().toLowerCase().min(1).max(100);
const WebAddress = z
  .string()
  .trim()
  .max(4_000)
  .regex(/^https?:\/\/\S+$/i, 'must be an http or https address');
export const ExternalIdInput = z.object({
  source: Source,
  externalId: z.string().trim().min(1).max(1_000),
  externalUrl: WebAddress.nullable().optional(),
});
export const ExternalLinkInput = z.object({
  sourceName: Source,
  url: WebAddress,
  externalId: z.string().trim().max(1_000).nullable().optional(),
});
export const ExternalRatingInput = z.object({
  sourceName: Source,
  rating: z.number().min(0).max(100),
  voteCount: z.int().min(0).max(2_147_483_647).nullable().optional(),
});
export const AlternateTitleInput = z.object({ label: Name, title: z.string().trim().min(1).max(2_000) });
