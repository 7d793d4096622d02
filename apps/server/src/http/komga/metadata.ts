import { api, BookAuthorRole, BookEdits, SeriesEdits } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { requestBookAnalysis, requestSeriesAnalysis } from '#core/activities/analyze/request-analysis.ts';
import { editEach, editEverything } from '#core/catalog/metadata/edit-one.ts';
import { areOtherTags, nameSeriesTags } from '#core/catalog/metadata/series-tags.ts';
import { AppError } from '#core/errors.ts';
import { requireSharing } from '#core/people/sharing-tags.ts';
import { ownRole } from '#core/rules/metadata/credits.ts';
import { type DialectAnswer, type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { validate } from '../requests/validate.ts';
import { ACCEPTED } from './answer.ts';
import { byId, idOf, knownId } from './paths.ts';

/** A text of the dialect, in which an empty one says nothing. */
const words = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() === '' ? null : text));
const lock = z.boolean().nullish();
const names = z.array(z.string()).nullish();
const Link = z.object({ label: z.string(), url: z.string() });
const links = z.array(Link).nullish();
/** What cannot be cleared: null is as if nothing were said. */
export const kept = <Shape extends z.ZodType>(shape: Shape) =>
  shape.nullish().transform((value): z.output<Shape> | undefined => value ?? undefined);
const title = kept(z.string().trim().min(1, 'must not be empty'));

/** Locks that are said, under our names. */
function saidLocks(said: Readonly<Record<string, boolean | null | undefined>>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, is]) => (typeof is === 'boolean' ? [[name, is]] : [])),
  );
}

/** Links as they are stored here: by who they lead to. */
function toLinks(given: z.output<typeof links>) {
  return given?.map(({ label, url }) => ({ sourceName: label, url })) ?? given;
}

/** What a client may say of a book: absent keeps, null clears. */
const BookPatch = z.object({
  title,
  summary: words,
  number: kept(z.string().trim().min(1, 'must not be empty')),
  numberSort: kept(z.number().min(0, 'must be 0 or more')),
  releaseDate: z.iso.date('must be a date such as 2026-01-31').nullish(),
  authors: z.array(z.object({ name: z.string(), role: z.string() })).nullish(),
  tags: names,
  isbn: words,
  links,
  titleLock: lock,
  summaryLock: lock,
  numberLock: lock,
  numberSortLock: lock,
  releaseDateLock: lock,
  authorsLock: lock,
  tagsLock: lock,
  isbnLock: lock,
  linksLock: lock,
});
type BookPatchValues = z.output<typeof BookPatch>;

/** Books that are changed by one request. */
const MOST_BOOKS = 500;

/** Changes by the id of the book. */
const BookPatches = z
  .object({})
  .catchall(BookPatch)
  .refine((all) => Object.keys(all).length <= MOST_BOOKS, `must name at most ${MOST_BOOKS} books`);

/** A role that is known here; others are free in the dialect, and contribute. */
function roleOf(role: string): z.output<typeof BookAuthorRole> {
  const name = ownRole(role);
  return BookAuthorRole.catch('contributor').parse(name === 'artist' ? 'illustrator' : name);
}

function dateOf(date: string | null | undefined) {
  if (date === undefined) return {};
  if (date === null) return { year: null, month: null, day: null };
  const [year, month, day] = date.split('-').map(Number);
  return { year, month, day };
}

function bookValues({ number, numberSort, releaseDate, authors, isbn, links: given, ...patch }: BookPatchValues) {
  const { title: name, summary, tags } = patch;
  return {
    ...{ title: name, summary, tags, isbns: isbn, ...dateOf(releaseDate) },
    // One number both names a book and sorts it.
    number: number ?? numberSort,
    authors: authors?.map((author) => ({ name: author.name, role: roleOf(author.role) })) ?? authors,
    externalLinks: toLinks(given),
  };
}

/**
 * What becomes of a book by what a client says of it.
 * @throws {AppError} `BadRequest`
 */
function bookEditsOf(patch: BookPatchValues): BookEdits {
  const { releaseDateLock: date } = patch;
  const locks = saidLocks({
    titleLock: patch.titleLock,
    summaryLock: patch.summaryLock,
    numberLock: patch.numberLock ?? patch.numberSortLock,
    ...{ yearLock: date, monthLock: date, dayLock: date },
    authorsJsonLock: patch.authorsLock,
    tagsLock: patch.tagsLock,
    isbnsLock: patch.isbnLock,
    externalLinksLock: patch.linksLock,
  });
  return BookEdits.parse(validate('body', BookEdits, { values: bookValues(patch), locks }));
}

const DIRECTIONS = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'ttb',
  WEBTOON: 'webtoon',
  '': null,
} as const;

/** What a client may say of a series: absent keeps, null clears. */
const SeriesPatch = z.object({
  status: z.enum(['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS']).nullish(),
  title,
  titleSort: words,
  summary: words,
  readingDirection: z.enum(['LEFT_TO_RIGHT', 'RIGHT_TO_LEFT', 'VERTICAL', 'WEBTOON', '']).nullish(),
  publisher: words,
  ageRating: z.int().nullish(),
  language: words,
  genres: names,
  tags: names,
  totalBookCount: z.int().nullish(),
  sharingLabels: names,
  links,
  alternateTitles: z.array(z.object({ label: z.string(), title: z.string() })).nullish(),
  statusLock: lock,
  titleLock: lock,
  titleSortLock: lock,
  summaryLock: lock,
  readingDirectionLock: lock,
  publisherLock: lock,
  ageRatingLock: lock,
  languageLock: lock,
  genresLock: lock,
  tagsLock: lock,
  totalBookCountLock: lock,
  linksLock: lock,
  alternateTitlesLock: lock,
});
type SeriesPatchValues = z.output<typeof SeriesPatch>;

function seriesValues({ readingDirection: direction, totalBookCount, links: given, ...patch }: SeriesPatchValues) {
  const { status, title: name, titleSort, summary, publisher, ageRating, language } = patch;
  const { genres, tags, alternateTitles } = patch;
  return {
    ...{ status, title: name, titleSort, summary, publisher, ageRating, language, genres, tags, alternateTitles },
    readingDirection: typeof direction === 'string' ? DIRECTIONS[direction] : direction,
    totalVolumeCount: totalBookCount,
    externalLinks: toLinks(given),
  };
}

/**
 * What becomes of a series by what a client says of it.
 * @throws {AppError} `BadRequest`
 */
function seriesEditsOf(patch: SeriesPatchValues): SeriesEdits {
  const locks = saidLocks({
    status: patch.statusLock,
    title: patch.titleLock,
    titleSort: patch.titleSortLock,
    summary: patch.summaryLock,
    readingDirection: patch.readingDirectionLock,
    publisher: patch.publisherLock,
    ageRating: patch.ageRatingLock,
    language: patch.languageLock,
    genres: patch.genresLock,
    tags: patch.tagsLock,
    totalVolumeCount: patch.totalBookCountLock,
    externalLinks: patch.linksLock,
    alternateTitles: patch.alternateTitlesLock,
  });
  return SeriesEdits.parse(validate('body', SeriesEdits, { values: seriesValues(patch), locks }));
}

async function editSeries(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const patch = SeriesPatch.parse(request.body);
  const [viewer, id] = [viewerOf(request), idOf(request)];
  const labels = patch.sharingLabels === undefined ? undefined : (patch.sharingLabels ?? []);
  const isShared = labels !== undefined && (await areOtherTags(ctx, viewer, id, labels));
  if (isShared) requireSharing(viewer);
  await editEverything(ctx, viewer, id, { name: 'series-edits', body: seriesEditsOf(patch) });
  // Last: the change may hide the series from this user.
  if (isShared) await nameSeriesTags(ctx, viewer, id, labels);
  return undefined;
}

async function editBook(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const edits = bookEditsOf(BookPatch.parse(request.body));
  await editEverything(ctx, viewerOf(request), idOf(request), { name: 'book-edits', body: edits });
  return undefined;
}

async function editBooks(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  const patches = Object.entries(BookPatches.parse(request.body));
  const edits = new Map(patches.map(([id, patch]) => [knownId(id), bookEditsOf(patch)]));
  await editEach(ctx, viewerOf(request), edits);
  return undefined;
}

/** Reading the files again, which is what both of the dialect's ways to ask for it come to. */
async function readBook(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  await requestBookAnalysis(ctx, viewerOf(request), idOf(request));
  return ACCEPTED;
}

/** The same for the books of a series. */
async function readSeries(ctx: Context, request: DialectRequest): Promise<DialectAnswer> {
  await requestSeriesAnalysis(ctx, viewerOf(request), idOf(request));
  return ACCEPTED;
}

function analysis(path: string, of: 'books' | 'series'): DialectRoute {
  return {
    method: 'POST',
    path,
    endpoint: { permission: (of === 'books' ? api.analyzeBook : api.analyzeSeries).permission, params: byId },
    answer: of === 'books' ? readBook : readSeries,
  };
}

/** Files of books are their owner's: nothing here deletes any. */
function refusedDeletion(path: string): DialectRoute {
  return {
    method: 'DELETE',
    path,
    endpoint: { permission: ['SystemAdmin'], params: byId },
    answer: async () => {
      throw new AppError('Forbidden', 'This server deletes no files of books');
    },
  };
}

/** Changes of what is known of series and books: noted in the journal, and undone there. */
export const metadataRoutes: readonly DialectRoute[] = [
  {
    method: 'PATCH',
    path: '/api/v1/series/{id}/metadata',
    endpoint: { permission: api.updateSeriesMetadata.permission, params: byId, body: SeriesPatch },
    answer: editSeries,
  },
  {
    method: 'PATCH',
    path: '/api/v1/books/{id}/metadata',
    endpoint: { permission: api.updateBookMetadata.permission, params: byId, body: BookPatch },
    answer: editBook,
  },
  {
    method: 'PATCH',
    path: '/api/v1/books/metadata',
    endpoint: { permission: api.editManyBooks.permission, body: BookPatches },
    answer: editBooks,
  },
  analysis('/api/v1/books/{id}/analyze', 'books'),
  analysis('/api/v1/books/{id}/metadata/refresh', 'books'),
  analysis('/api/v1/series/{id}/analyze', 'series'),
  analysis('/api/v1/series/{id}/metadata/refresh', 'series'),
  refusedDeletion('/api/v1/books/{id}/file'),
  refusedDeletion('/api/v1/series/{id}/file'),
];
