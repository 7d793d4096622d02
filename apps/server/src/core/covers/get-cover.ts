import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { BookAnalyzer } from '#core/analyze/book-analyzer.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import {
  type CoverRow,
  findBookCover,
  findFirstSeriesId,
  findSeriesCover,
  hasVisibleLibrary,
  hasVisibleSeries,
} from '#db/repos/covers.repo.ts';
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

/**
 * The answer for a cover, or for the picture that stands in where there is none.
 * @param seed what the stand-in is drawn for
 */
function coverAnswer(ctx: CoverContext, row: CoverRow | undefined, seed: string, request: CoverRequest): FileAnswer {
  const variant = ctx.covers.describe(request);
  const contentType = request.format === 'jpeg' ? 'image/jpeg' : 'image/webp';
  const drawPlaceholder = async () => ({ body: (await ctx.covers.placeholder(seed, request)).bytes });
  const key = row?.coverKey ?? null;
  if (row?.state === 'pending') ctx.analyzer.want(row.libraryId, row.bookId);
  if (key === null) {
    const etag = `none-${PLACEHOLDER_VERSION}-${seed}-${variant}`;
    return { kind: 'file', contentType, etag, open: drawPlaceholder };
  }
  return {
    kind: 'file',
    contentType,
    etag: `${key}-${variant}`,
    immutable: request.v === key,
    open: async () => {
      const cover = await ctx.covers.find(key, request);
      return cover === undefined ? drawPlaceholder() : { body: cover.bytes };
    },
  };
}

/**
 * Cover of a book.
 * @throws {AppError} `NotFound`
 */
export async function getBookCover(
  ctx: CoverContext,
  viewer: Viewer,
  bookId: string,
  request: CoverRequest,
): Promise<FileAnswer> {
  const row = await findBookCover(ctx.db.read, viewer, bookId);
  if (row === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  return coverAnswer(ctx, row, bookId, request);
}

/**
 * Cover of a series: that of its first book.
 * @throws {AppError} `NotFound`
 */
export async function getSeriesCover(
  ctx: CoverContext,
  viewer: Viewer,
  seriesId: string,
  request: CoverRequest,
): Promise<FileAnswer> {
  if (!(await hasVisibleSeries(ctx.db.read, viewer, seriesId))) {
    throw new AppError('NotFound', `Series ${seriesId} not found`);
  }
  return coverAnswer(ctx, await findSeriesCover(ctx.db.read, viewer, seriesId), seriesId, request);
}

/**
 * Cover of a library: that of its first series.
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
  const seriesId = await findFirstSeriesId(read, viewer, libraryId);
  const row = seriesId === undefined ? undefined : await findSeriesCover(read, viewer, seriesId);
  return coverAnswer(ctx, row, libraryId, request);
}
