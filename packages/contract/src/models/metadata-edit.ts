import { z } from 'zod';
import { BookAuthorRole, BookType } from './book.ts';
import { BookLocks, SeriesLocks } from './metadata.ts';
import { ReadingDirection } from './scalars.ts';
import { SeriesStatus } from './series.ts';

/** Authors as they are written; whoever has no role is an author. */
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

const words = (max: number) => z.string().max(max).nullable().optional();
const whole = (min: number, max: number) => z.int().min(min).max(max).nullable().optional();
const decimal = (max: number) => z.number().min(0).max(max).nullable().optional();
const MOST = 2_147_483_647;
const LANGUAGE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;
const language = z.string().regex(LANGUAGE, 'must be a BCP 47 language tag').max(35).nullable().optional();

/** What can be changed of many books at once. */
export const ManyBooksEdit = z.object({
  publisher: words(1_000),
  imprint: words(1_000),
  genre: words(10_000),
  languageIso: language,
  bookType: BookType.nullable().optional(),
  translator: words(10_000),
  edition: words(1_000),
  originalTitle: words(2_000),
  originalYear: whole(-9999, 9999),
  blackAndWhite: z.boolean().nullable().optional(),
  manga: z.boolean().nullable().optional(),
  customMetadata: CustomMetadata.nullable().optional(),
  authors: z.array(AuthorInput).max(500).nullable().optional(),
  summary: words(100_000),
  formatDetail: words(1_000),
  year: whole(-9999, 9999),
  month: whole(1, 12),
  day: whole(1, 31),
  seriesTotal: whole(0, MOST),
  count: whole(0, MOST),
});

/** What can be changed of one book: absent keeps, null clears. `title` and `titleSort` stay when a PUT leaves them out. */
export const BookMetadataEdit = ManyBooksEdit.extend({
  title: z.string().trim().min(1).max(2_000).nullable().optional(),
  titleSort: words(2_000),
  number: z
    .union([z.string().trim().min(1).max(100), z.number().transform((number) => String(number))])
    .nullable()
    .optional(),
  writer: words(10_000),
  penciller: words(10_000),
  inker: words(10_000),
  colorist: words(10_000),
  letterer: words(10_000),
  coverArtist: words(10_000),
  editor: words(10_000),
  volume: whole(0, MOST),
  chapter: decimal(1e9),
  isbns: words(5_000),
  subtitle: words(2_000),
  seriesPosition: decimal(1e9),
  subjects: z.array(z.string().trim().min(1).max(1_000)).max(1_000).nullable().optional(),
  awards: z.array(AwardInput).max(500).nullable().optional(),
});
export type BookMetadataEdit = z.output<typeof BookMetadataEdit>;

/** Other words for a state of a series. */
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

/** What can be changed of many series at once. */
export const ManySeriesEdit = z.object({
  publisher: words(1_000),
  imprint: words(1_000),
  status: StatusInput.nullable().optional(),
  ageRating: whole(0, 99),
  language,
  readingDirection: ReadingDirection.nullable().optional(),
  year: whole(-9999, 9999),
  totalVolumeCount: whole(0, MOST),
  totalChapterCount: decimal(1e9),
  customMetadata: CustomMetadata.nullable().optional(),
  authors: z.array(AuthorInput).max(500).nullable().optional(),
});

/** What can be changed of one series: absent keeps, null clears. A title is kept when a PUT leaves it out. */
export const SeriesMetadataEdit = ManySeriesEdit.extend({
  title: z.string().trim().min(1).max(2_000).optional(),
  titleSort: words(2_000),
  summary: words(100_000),
});
export type SeriesMetadataEdit = z.output<typeof SeriesMetadataEdit>;

/** Which locks are set or cleared; those that are left out stay. */
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
  voteCount: whole(0, MOST),
});
export const AlternateTitleInput = z.object({ label: Name, title: z.string().trim().min(1).max(2_000) });
