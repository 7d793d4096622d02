import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBookOwner, findSeriesOwner } from '#db/repos/covers/custom-covers.repo.ts';
import { type CoverOwner, findCover } from '#db/repos/covers/stored-covers.repo.ts';
import { findAutomaticCover } from '#db/repos/covers/shown-covers.repo.ts';
import {
  type CoverRow,
  findBookCover,
  findLibraryFront,
  findSeriesCover,
  findSeriesFront,
  hasVisibleLibrary,
  type SeriesFront,
} from '#db/repos/rows/covers.repo.ts';
import { type CoverContext, type CoverRequest, getPicture } from './cover-picture.ts';

/** A pending book moves to the front of the analysis queue. */
function bookAnswer(ctx: CoverContext, row: CoverRow | undefined, seed: string, request: CoverRequest): FileAnswer {
  if (row?.state === 'pending') ctx.analyzer.want(row.libraryId, row.bookId);
  return getPicture(ctx, { key: row?.coverKey ?? null, seed }, request);
}

/** The chosen cover, else the picture in the folder, else the cover of the first book. */
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

/** A requested cover of a book or series. */
export interface OwnerCoverRequest extends CoverRequest {
  /** Ignores the chosen cover. */
  readonly source?: 'automatic' | undefined;
}

/** The chosen cover of a book, else the one of its file. Throws `NotFound`. */
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

/** The chosen cover of a series, else the automatic one. Throws `NotFound`. */
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

/** The cover of the first series that has one. Throws `NotFound`. */
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

/** Identifies one stored cover. */
export interface CoverWanted {
  readonly kind: CoverOwner['kind'];
  readonly id: string;
  readonly coverId: string;
}

/** The picture of one stored cover of a book or series. Throws `NotFound`. */
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
