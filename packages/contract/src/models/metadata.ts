import { z } from 'zod';
import { BOOK_LOCKS, ROLE_FIELDS, type RoleField, SERIES_FIELDS, SERIES_LOCKS } from '../metadata-fields.ts';
import { shownSchemas } from '../metadata-schemas.ts';
import { Author, Award, Book, bookMetadataFields, pluralRoles } from './book.ts';
import { CoverSource } from './cover.ts';
import { Count, FreeForm, Id, Timestamp } from './scalars.ts';
import { releaseFields, SeriesStatus } from './series.ts';

export const Genre = z.object({ id: Id, name: z.string(), createdAt: Timestamp, seriesCount: Count.nullable() });
export type Genre = z.infer<typeof Genre>;
export const Tag = z.object(Genre.shape);

function flags<Name extends string>(names: readonly Name[]): { [Lock in Name]: z.ZodBoolean } {
  // One for each name, as built here.
  return Object.fromEntries(names.map((name) => [name, z.boolean()])) as { [Lock in Name]: z.ZodBoolean };
}

export const BookLocks = z.object(flags(BOOK_LOCKS));
export type BookLocks = z.infer<typeof BookLocks>;
export const SeriesLocks = z.object(flags(SERIES_LOCKS));
export type SeriesLocks = z.infer<typeof SeriesLocks>;

const text = z.string().nullable();
const names = z.array(z.string());

/** The people of one role, joined by `, `. */
const singularRoles = Object.fromEntries(Object.keys(ROLE_FIELDS).map((name) => [name, text])) as {
  [Name in RoleField]: typeof text;
};

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

export const FullBook = Book.omit({ volume: true, chapter: true, summary: true }).extend({
  genres: z.array(Genre),
  tags: z.array(Tag),
  lastCompletedAt: Timestamp.nullable(),
  readCount: Count,
  metadata: FullMetadata,
});
export type FullBook = z.infer<typeof FullBook>;

/**
 * Source of a value: a person, the book's file, a file beside it, file and folder names, the series' books, or none.
 */
export const ValueSource = z.object({
  source: z.enum(['user', 'file', 'sidecar', 'name', 'books', 'none']),
  /** The file, for example `ComicInfo.xml`, the naming rule, or the person. */
  name: z.string().nullable(),
  locked: z.boolean(),
});
export type ValueSource = z.infer<typeof ValueSource>;
const Sources = z.record(z.string(), ValueSource);

/** `sources` is present on request. */
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
  ...shownSchemas(SERIES_FIELDS),
  title: z.string(),
  status: SeriesStatus,
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

/** A series with all its details. */
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
  ...releaseFields,
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

/** `sources` is present on request. */
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

/** Data to match a series elsewhere. */
export const SeriesIndexEntry = z.object({
  id: Id,
  externalIds: z.array(z.object({ source: z.string(), externalId: z.string(), externalUrl: text })),
  localMaxVolume: z.int().nullable(),
  localMaxChapter: z.number().nullable(),
  volumesOwned: Count,
});
export type SeriesIndexEntry = z.infer<typeof SeriesIndexEntry>;

export const CleanedTerms = z.object({ deletedCount: Count, deletedNames: z.array(z.string()) });
