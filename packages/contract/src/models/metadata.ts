import { z } from 'zod';
import { Author, Award, Book, BookAuthorRole, bookMetadataFields, BookType } from './book.ts';
import { CoverSource } from './cover.ts';
import { Count, FreeForm, Id, ReadingDirection, Timestamp } from './scalars.ts';
import { SeriesStatus } from './series.ts';

/** Section 2.4. */
export const Genre = z.object({ id: Id, name: z.string(), createdAt: Timestamp, seriesCount: Count.nullable() });
export type Genre = z.infer<typeof Genre>;
export const Tag = Genre;

/** Names of the locks of a book (section 2.5); those of tags, external ids and links are additions. */
export const BOOK_LOCKS = [
  'authorsJsonLock',
  'awardsJsonLock',
  'blackAndWhiteLock',
  'bookTypeLock',
  'chapterLock',
  'coloristLock',
  'countLock',
  'coverArtistLock',
  'coverLock',
  'customMetadataLock',
  'dayLock',
  'editionLock',
  'editorLock',
  'formatDetailLock',
  'genreLock',
  'imprintLock',
  'inkerLock',
  'isbnsLock',
  'languageIsoLock',
  'lettererLock',
  'mangaLock',
  'monthLock',
  'numberLock',
  'originalTitleLock',
  'originalYearLock',
  'pencillerLock',
  'publisherLock',
  'seriesPositionLock',
  'seriesTotalLock',
  'subjectsLock',
  'subtitleLock',
  'summaryLock',
  'titleLock',
  'titleSortLock',
  'translatorLock',
  'volumeLock',
  'writerLock',
  'yearLock',
  'tagsLock',
  'externalIdsLock',
  'externalLinksLock',
] as const;
export type BookLockName = (typeof BOOK_LOCKS)[number];

/** Names of the locks of a series; `authorsJsonLock` is the irregular one. The last three are additions. */
export const SERIES_LOCKS = [
  'title',
  'titleSort',
  'summary',
  'publisher',
  'imprint',
  'status',
  'ageRating',
  'language',
  'readingDirection',
  'year',
  'totalVolumeCount',
  'totalChapterCount',
  'genres',
  'tags',
  'customMetadata',
  'cover',
  'authorsJsonLock',
  'alternateTitles',
  'externalIds',
  'externalLinks',
  'externalRatings',
] as const;
export type SeriesLockName = (typeof SERIES_LOCKS)[number];

function flags<const Names extends readonly string[]>(names: Names): { [Name in Names[number]]: z.ZodBoolean } {
  // One for each name, as built here.
  return Object.fromEntries(names.map((name) => [name, z.boolean()])) as { [Name in Names[number]]: z.ZodBoolean };
}

export const BookLocks = z.object(flags(BOOK_LOCKS));
export type BookLocks = z.infer<typeof BookLocks>;
export const SeriesLocks = z.object(flags(SERIES_LOCKS));
export type SeriesLocks = z.infer<typeof SeriesLocks>;

const text = z.string().nullable();
const names = z.array(z.string());

/** One name for each of these roles, several joined by `, `. */
const singularRoles = {
  writer: text,
  penciller: text,
  inker: text,
  colorist: text,
  letterer: text,
  coverArtist: text,
  editor: text,
};

const pluralRoles = {
  writers: names,
  pencillers: names,
  inkers: names,
  colorists: names,
  letterers: names,
  coverArtists: names,
  editors: names,
};

/** Section 2.4, with `titleSort` as an addition. */
export const FullMetadata = z.object({
  ...bookMetadataFields,
  titleSort: text,
  ...pluralRoles,
  ...singularRoles,
  authors: z.array(Author),
  awards: z.array(Award),
  customMetadata: FreeForm,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  locks: BookLocks,
});
export type FullMetadata = z.infer<typeof FullMetadata>;

/** Section 2.4. */
export const FullBook = Book.omit({ volume: true, chapter: true, summary: true }).extend({
  genres: z.array(Genre),
  tags: z.array(Tag),
  lastCompletedAt: Timestamp.nullable(),
  readCount: Count,
  metadata: FullMetadata,
});
export type FullBook = z.infer<typeof FullBook>;

/**
 * Where a value comes from: a person, the book's own file, a file beside it, names of files and folders, the books of the
 * series, or nowhere.
 */
export const ValueSource = z.object({
  source: z.enum(['user', 'file', 'sidecar', 'name', 'books', 'none']),
  /** Which file, for example `ComicInfo.xml`; which rule named it; which person. */
  name: z.string().nullable(),
  locked: z.boolean(),
});
export type ValueSource = z.infer<typeof ValueSource>;
const Sources = z.record(z.string(), ValueSource);

/** Section 2.6; `titleSort`, `genres` and `tags` are additions, `sources` is there when asked for. */
export const BookMetadataResponse = z.object({
  bookId: Id,
  updatedAt: Timestamp,
  ...bookMetadataFields,
  titleSort: text,
  ...singularRoles,
  authors: z.array(Author).nullable(),
  awards: z.array(Award).nullable(),
  customMetadata: FreeForm,
  genres: names,
  tags: names,
  locks: BookLocks,
  sources: Sources.optional(),
});
export type BookMetadataResponse = z.infer<typeof BookMetadataResponse>;

const external = { id: Id, createdAt: Timestamp, updatedAt: Timestamp };
const externalId = {
  ...external,
  source: z.string(),
  externalId: z.string(),
  externalUrl: text,
  metadataHash: text,
  lastSyncedAt: Timestamp.nullable(),
};
const externalLink = { ...external, sourceName: z.string(), url: z.string(), externalId: text };
export const BookExternalId = z.object({ ...externalId, bookId: Id });
export const SeriesExternalId = z.object({ ...externalId, seriesId: Id });
export const BookExternalLink = z.object({ ...externalLink, bookId: Id });
export const SeriesExternalLink = z.object({ ...externalLink, seriesId: Id });
export const ExternalRating = z.object({
  ...external,
  seriesId: Id,
  sourceName: z.string(),
  rating: z.number(),
  voteCount: z.int().nullable(),
  fetchedAt: Timestamp,
});
export const AlternateTitle = z.object({ ...external, seriesId: Id, label: z.string(), title: z.string() });

const seriesFields = {
  title: z.string(),
  titleSort: text,
  summary: text,
  publisher: text,
  imprint: text,
  status: SeriesStatus,
  ageRating: z.int().nullable(),
  language: text,
  readingDirection: ReadingDirection.nullable(),
  year: z.int().nullable(),
  totalVolumeCount: z.int().nullable(),
  totalChapterCount: z.number().nullable(),
  customMetadata: FreeForm,
  authors: z.array(Author),
};

export const FullSeriesMetadata = z.object({
  ...seriesFields,
  locks: SeriesLocks,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

const seriesExternals = {
  alternateTitles: z.array(AlternateTitle),
  externalRatings: z.array(ExternalRating),
  externalLinks: z.array(SeriesExternalLink),
  externalIds: z.array(SeriesExternalId),
};

/** A series with everything that is known of it. */
export const FullSeries = z.object({
  id: Id,
  libraryId: Id,
  libraryName: z.string(),
  path: z.string(),
  bookCount: Count,
  unreadCount: Count,
  inProgressCount: Count,
  readCount: Count,
  lastCompletedAt: Timestamp.nullable(),
  localMaxVolume: z.int().nullable(),
  localMaxChapter: z.number().nullable(),
  /** Books with a volume and without a chapter. */
  volumesOwned: Count,
  wantToRead: z.boolean().nullable(),
  coverVersion: text,
  coverPlaceholder: text,
  selectedCoverSource: CoverSource.nullable(),
  hasCustomCover: z.boolean(),
  metadata: FullSeriesMetadata,
  genres: z.array(Genre),
  tags: z.array(Tag),
  ...seriesExternals,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type FullSeries = z.infer<typeof FullSeries>;

/** `sources` is there when asked for. */
export const SeriesMetadataResponse = z.object({
  id: Id,
  seriesId: Id,
  ...seriesFields,
  locks: SeriesLocks,
  genres: z.array(Genre),
  tags: z.array(Tag),
  ...seriesExternals,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  sources: Sources.optional(),
});
export type SeriesMetadataResponse = z.infer<typeof SeriesMetadataResponse>;

/** Authors as they are written; whoever has no role is an author. */
const AuthorInput = z.object({
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

/** What one deed changed of one field of one book or series. */
export const MetadataChange = z.object({
  id: Id,
  targetType: z.enum(['book', 'series']),
  targetId: Id,
  title: z.string(),
  field: z.string(),
  before: z.json(),
  after: z.json(),
  undone: z.boolean(),
});
export type MetadataChange = z.infer<typeof MetadataChange>;

/** One deed of a person that changed metadata. */
export const MetadataAction = z.object({
  id: Id,
  kind: z.enum(['edit', 'bulk', 'reset', 'undo']),
  userId: Id.nullable(),
  username: z.string(),
  createdAt: Timestamp,
  /** Of those that the asker may see. */
  changeCount: Count,
  undoneCount: Count,
  undoes: Id.nullable(),
  /** The first ones; all of them in the answer about one action. */
  changes: z.array(MetadataChange),
});
export type MetadataAction = z.infer<typeof MetadataAction>;

/** What came of an undo: changes whose field is another one by now are left as they are. */
export const UndoResult = z.object({
  /** The action that can be undone in its turn; null when nothing was changed. */
  actionId: Id.nullable(),
  undone: Count,
  kept: z.array(MetadataChange),
  keptCount: Count,
  message: z.string(),
});

/** What an edit of many did, or would do. */
export const ManyEdited = z.object({
  /** Those that the edit changes; the others say so already. */
  updatedCount: Count,
  matchedCount: Count,
  message: z.string(),
  dryRun: z.boolean(),
  actionId: Id.nullable(),
  /** The task that does it, when there are many. */
  taskId: Id.nullable(),
  /** The first changes of a dry run. */
  changes: z.array(MetadataChange.omit({ undone: true, id: true })),
});
export type ManyEdited = z.infer<typeof ManyEdited>;

export const CleanedTerms = z.object({ deletedCount: Count, deletedNames: z.array(z.string()) });
