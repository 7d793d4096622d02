import { z } from 'zod';
import { FORMAT_IDS } from '../book-formats.ts';
import { BOOK_FIELDS, ROLE_FIELDS } from '../metadata-fields.ts';
import { choiceSchema, shownSchemas } from '../metadata-schemas.ts';
import { CoverSource } from './cover.ts';
import { ReadProgress } from './progress.ts';
import { Count, FreeForm, Id, ReadingDirection, Timestamp } from './scalars.ts';

export const FileFormat = z.enum(FORMAT_IDS);
export type FileFormat = z.infer<typeof FileFormat>;

export const BookAuthorRole = z.enum([
  'author',
  'co_author',
  'editor',
  'translator',
  'illustrator',
  'contributor',
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover_artist',
]);

export const BookType = choiceSchema(BOOK_FIELDS.bookType);

export const BookErrorType = z.enum([
  'format_detection',
  'parser',
  'metadata',
  'thumbnail',
  'page_extraction',
  'pdf_rendering',
  'zero_pages',
  'other',
]);
export type BookErrorType = z.infer<typeof BookErrorType>;

export const Book = z.object({
  id: Id,
  libraryId: Id,
  libraryName: z.string(),
  seriesId: Id,
  seriesName: z.string(),
  title: z.string(),
  titleSort: z.string().nullable(),
  number: z.int().nullable(),
  volume: z.int().nullable(),
  chapter: z.number().nullable(),
  summary: z.string().nullable(),
  path: z.string(),
  fileFormat: FileFormat,
  fileSize: Count,
  fileHash: z.string(),
  extReaderHash: z.string().nullable(),
  pageCount: Count,
  analyzed: z.boolean(),
  analysisError: z.string().nullable(),
  deleted: z.boolean(),
  readingDirection: ReadingDirection.nullable(),
  readProgress: ReadProgress.optional(),
  wantToRead: z.boolean().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** `reflowable`: text, read through manifest and resources; null until analysed. */
  layout: z.enum(['pages', 'reflowable']).nullable(),
  /** Changes with the cover: `?v=` of an immutable cover address; null without cover. */
  coverVersion: z.string().nullable(),
  /** `#rrggbb`, the cover's mean colour. */
  coverPlaceholder: z.string().nullable(),
  /** Source of the chosen cover; null for the automatic one. */
  selectedCoverSource: CoverSource.nullable(),
  /** Whether covers were added, chosen or not. */
  hasCustomCover: z.boolean(),
});
export type Book = z.infer<typeof Book>;

export const Author = z.object({ name: z.string(), role: BookAuthorRole, sortName: z.string().nullable() });

export const Award = z.object({
  name: z.string(),
  category: z.string().nullable(),
  won: z.boolean(),
  year: z.int().nullable(),
});

const text = z.string().nullable();
const int = z.int().nullable();

/** Fields of every metadata shape. */
export const bookMetadataFields = {
  ...shownSchemas(BOOK_FIELDS),
  series: text,
  pageCount: int,
  releaseDate: Timestamp.nullable(),
  genre: text,
  translator: text,
};

const names = z.array(z.string());

type PluralRole = NonNullable<(typeof ROLE_FIELDS)[keyof typeof ROLE_FIELDS]['plural']>;

/** The people of each role. */
export const pluralRoles = Object.fromEntries(
  Object.values(ROLE_FIELDS).flatMap(({ plural }) => (plural === null ? [] : [[plural, names]])),
) as { [Name in PluralRole]: typeof names };

export const BookMetadata = z.object({
  id: Id,
  bookId: Id,
  ...bookMetadataFields,
  ...pluralRoles,
  authors: z.array(Author),
  awards: z.array(Award),
  customMetadata: FreeForm,
});
export type BookMetadata = z.infer<typeof BookMetadata>;

export const BookDetail = z.object({ book: Book, metadata: BookMetadata.optional() });
export type BookDetail = z.infer<typeof BookDetail>;

export const AdjacentBooks = z.object({ prev: Book.nullable(), next: Book.nullable() });

/** A page in a list; numbers from 1, sizes as seen. */
export const BookPage = z.object({
  pageNumber: z.int().min(1),
  fileName: z.string(),
  mediaType: z.string(),
  fileSize: Count,
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Page label, for example `iv`; absent without one. */
  label: z.string().optional(),
});
export type BookPage = z.infer<typeof BookPage>;

export const BookError = z.object({
  errorType: BookErrorType,
  message: z.string(),
  occurredAt: Timestamp,
  details: FreeForm.optional(),
  /** When and by whom it was ignored; both null while it counts. `ignoredBy` is also null for deleted users. */
  ignoredAt: Timestamp.nullable(),
  ignoredBy: z.string().nullable(),
});
export type BookError = z.infer<typeof BookError>;

/** A book with errors; `page` counts from 0, only here. */
export const BooksWithErrors = z.object({
  errorCounts: z.record(z.string(), Count),
  groups: z.array(
    z.object({
      errorType: BookErrorType,
      label: z.string(),
      count: Count,
      books: z.array(z.object({ book: Book, errors: z.array(BookError) })),
    }),
  ),
  page: Count,
  pageSize: Count,
  totalBooksWithErrors: Count,
  /** Matching books with an ignored error, listed or not. */
  totalBooksIgnored: Count,
  totalPages: Count,
});

/** Result of a retry. */
export const RetriedErrors = z.object({ tasksEnqueued: Count, message: z.string() });

/** A Readium position (one per 1,024 bytes of a spine resource). */
export const Position = z.object({
  href: z.string(),
  type: z.string(),
  title: z.string().optional(),
  locations: z.object({ progression: z.number(), position: z.int().min(1), totalProgression: z.number() }),
});
export const PositionList = z.object({ total: Count, positions: z.array(Position) });

/** Readium Web Publication Manifest: names the parts a caller relies on, keeps the rest. */
export const WebPublication = z.looseObject({
  '@context': FreeForm.optional(),
  metadata: z.looseObject({ title: z.string() }),
  links: z.array(z.looseObject({ href: z.string() })),
  readingOrder: z.array(z.looseObject({ href: z.string(), type: z.string() })),
});
