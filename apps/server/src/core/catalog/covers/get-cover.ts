import { FormatError } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { BookAnalyzer } from '#core/catalog/pages/book-analyzer.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import {
  type CoverRow,
  findBookCover,
  findLibraryFront,
  findSeriesCover,
  findSeriesFront,
  hasVisibleLibrary,
  type SeriesFront,
} from '#db/repos/rows/covers.repo.ts';
import { type CoverOwner, findCover } from '#db/repos/covers/stored-covers.repo.ts';
import { findBookOwner, findSeriesOwner } from '#db/repos/covers/custom-covers.repo.ts';
import { findAutomaticCover } from '#db/repos/covers/shown-covers.repo.ts';
import type { Covers, CoverVariant } from '#images/covers.ts';

/** What covers use. */
export interface CoverContext {
  readonly db: Database;
  readonly covers: Covers;
  readonly analyzer: BookAnalyzer;
}

/** A cover as it was asked for. */
export interface CoverRequest extends CoverVariant {
  /** Version in the address: when it is the present one, the address never means another picture. */
  readonly v?: string | undefined;
}

/** Grows when placeholders are drawn differently. */
const PLACEHOLDER_VERSION = '1';

/** A picture by its content key, else the one that is drawn for `seed`. */
interface WantedPicture {
  readonly key: string | null;
  /** Id of what it is the picture of. */
  readonly seed: string;
}

/** Draws a cover again from what a user sent; answers false when that is lost or damaged too. */
async function restore({ covers }: CoverContext, key: string): Promise<boolean> {
  try {
    return await covers.restore(key, 'viewer');
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** The answer for a cover whose viewer was checked, or for the picture that stands in where there is none. */
export function getPicture(ctx: CoverContext, { key, seed }: WantedPicture, request: CoverRequest): FileAnswer {
  const variant = ctx.covers.describe(request);
  const contentType = request.format === 'jpeg' ? 'image/jpeg' : 'image/webp';
  const drawPlaceholder = async () => ({ body: (await ctx.covers.placeholder(seed, request)).bytes });
  if (key === null) {
    const etag = `none-${PLACEHOLDER_VERSION}-${seed}-${variant}`;
    return { kind: 'file', contentType, etag, open: drawPlaceholder };
  }
  const find = async () => {
    const cover = await ctx.covers.find(key, request);
    if (cover !== undefined) return cover;
    // Files were lost: what a user sent can be drawn again at once.
    return (await restore(ctx, key)) ? ctx.covers.find(key, request) : undefined;
  };
  return {
    kind: 'file',
    contentType,
    etag: `${key}-${variant}`,
    immutable: request.v === key,
    open: async () => {
      const cover = await find();
      return cover === undefined ? { ...(await drawPlaceholder()), isStandIn: true } : { body: cover.bytes };
    },
  };
}

/** The answer for a book's cover, which is drawn soon if the book is not yet analysed. */
function bookAnswer(ctx: CoverContext, row: CoverRow | undefined, seed: string, request: CoverRequest): FileAnswer {
  if (row?.state === 'pending') ctx.analyzer.want(row.libraryId, row.bookId);
  return getPicture(ctx, { key: row?.coverKey ?? null, seed }, request);
}

/** The answer for what shows the cover of a series: the chosen one, else the picture in its folder, else that of its first book. */
async function seriesAnswer(
  ctx: CoverContext,
  viewer: Viewer,
  { series, seed }: { readonly series: SeriesFront; readonly seed: string },
  request: CoverRequest,
): Promise<FileAnswer> {
  const { ownCoverKey: key } = series;
  if (key !== null) return getPicture(ctx, { key, seed }, request);
  return bookAnswer(ctx, await findSeriesCover(ctx.db.read, viewer, series.id), seed, request);
}

/** A cover of a book or series as it was asked for. */
export interface OwnerCoverRequest extends CoverRequest {
  /** The cover of the files, whatever was chosen. */
  readonly source?: 'automatic' | undefined;
}

/**
 * Cover of a book: the chosen one, else that of its file.
 * @throws {AppError} `NotFound`
 */
export async function getBookCover(
  ctx: CoverContext,
  viewer: Viewer,
  bookId: string,
  request: OwnerCoverRequest,
): Promise<FileAnswer> {
  const { read } = ctx.db;
  const row = await findBookCover(read, viewer, bookId);
  if (row === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  if (request.source === undefined) return bookAnswer(ctx, row, bookId, request);
  const { key } = await findAutomaticCover(read, { kind: 'book', id: bookId });
  return bookAnswer(ctx, { ...row, coverKey: key }, bookId, request);
}

/**
 * Cover of a series: the chosen one, else the picture in its folder, else that of its first book.
 * @throws {AppError} `NotFound`
 */
export async function getSeriesCover(
  ctx: CoverContext,
  viewer: Viewer,
  seriesId: string,
  request: OwnerCoverRequest,
): Promise<FileAnswer> {
  const series = await findSeriesFront(ctx.db.read, viewer, seriesId);
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  if (request.source === 'automatic') {
    const { key } = await findAutomaticCover(ctx.db.read, { kind: 'series', id: seriesId });
    return getPicture(ctx, { key, seed: seriesId }, request);
  }
  return seriesAnswer(ctx, viewer, { series, seed: seriesId }, request);
}

/**
 * Cover of a library: that of its first series with one.
 * @throws {AppError} `NotFound`
 */
export async function getLibraryCover(
  ctx: CoverContext,
  viewer: Viewer,
  libraryId: string,
  request: CoverRequest,
): Promise<FileAnswer> {
  const { read } = ctx.db;
  if (!(await hasVisibleLibrary(read, viewer, libraryId))) {
    throw new AppError('NotFound', `Library ${libraryId} not found`);
  }
  const series = await findLibraryFront(read, viewer, libraryId);
  if (series === undefined) return getPicture(ctx, { key: null, seed: libraryId }, request);
  return seriesAnswer(ctx, viewer, { series, seed: libraryId }, request);
}

/** One cover of a book or a series, by ids. */
export interface CoverWanted {
  readonly kind: CoverOwner['kind'];
  readonly id: string;
  readonly coverId: string;
}

/**
 * Picture of one cover that a book or series can have.
 * @throws {AppError} `NotFound`
 */
export async function getCoverImage(
  ctx: CoverContext,
  viewer: Viewer,
  { kind, id, coverId }: CoverWanted,
  request: CoverRequest,
): Promise<FileAnswer> {
  const { read } = ctx.db;
  const owner = await (kind === 'book' ? findBookOwner : findSeriesOwner)(read, viewer, id);
  const cover = owner === undefined ? undefined : await findCover(read, owner, coverId);
  if (cover === undefined) throw new AppError('NotFound', `Cover ${coverId} of ${kind} ${id} not found`);
  return getPicture(ctx, { key: cover.coverKey, seed: id }, request);
}
