import { pickSeriesOf } from '#core/collections/collections.ts';
import { type CoverContext, type CoverRequest, getBookCover, getSeriesCover } from '#core/covers/get-cover.ts';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import { listReadListBooks } from '#core/reading-lists/read-lists.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/books.repo.ts';
import { findSeriesById } from '#db/repos/series.repo.ts';
import { mosaicKey } from '#images/covers.ts';
import { MOSAIC_PICTURES } from '#images/mosaic.ts';
import { getList } from './change-list.ts';

/** Members that are looked at for covers. */
const AMONG = 20;
const FIRST = { page: 1, pageSize: AMONG, direction: 'asc' } as const;

/** A member that may lend its cover. */
interface Lender {
  readonly id: string;
  /** Content key of what it shows; null when it has no cover yet. */
  readonly coverVersion: string | null;
}

/** The answer for several covers in one, or the stand-in when a file of theirs is lost. */
function mosaicAnswer(ctx: CoverContext, keys: readonly string[], request: CoverRequest): FileAnswer {
  const key = mosaicKey(keys);
  const contentType = request.format === 'jpeg' ? 'image/jpeg' : 'image/webp';
  return {
    kind: 'file',
    contentType,
    etag: `${key}-${ctx.covers.describe(request)}`,
    open: async () => {
      const drawn = await ctx.covers.mosaic(keys, request);
      if (drawn !== undefined) return { body: drawn.bytes };
      return { body: (await ctx.covers.placeholder(key, request)).bytes, isStandIn: true };
    },
  };
}

/** Four covers in one; with fewer, that of the first member. */
async function together(
  ctx: CoverContext,
  members: readonly Lender[],
  request: CoverRequest,
  getFirst: (id: string) => Promise<FileAnswer>,
): Promise<FileAnswer | undefined> {
  const keys = [...new Set(members.map(({ coverVersion }) => coverVersion).filter((key) => key !== null))];
  if (keys.length >= MOSAIC_PICTURES) return mosaicAnswer(ctx, keys.slice(0, MOSAIC_PICTURES), request);
  const [first] = [...members.filter(({ coverVersion }) => coverVersion !== null), ...members];
  return first === undefined ? undefined : getFirst(first.id);
}

/**
 * Cover of a collection: that of the chosen series, else of its first ones together, as far as the viewer may see them.
 * @throws {AppError} `NotFound`, also for a collection without series
 */
export async function getCollectionCover(
  ctx: CoverContext,
  viewer: Viewer,
  id: string,
  request: CoverRequest,
): Promise<FileAnswer> {
  const { rows } = await pickSeriesOf(ctx, viewer, id, { ...FIRST, sort: undefined });
  const { coverId } = await getList(ctx, viewer, 'collection', id);
  const getFirst = async (seriesId: string) => getSeriesCover(ctx, viewer, seriesId, request);
  const [chosen] = coverId === null ? [] : await findSeriesById(ctx.db.read, viewer, [coverId]);
  if (chosen !== undefined) return getFirst(chosen.id);
  const answer = await together(ctx, await findSeriesById(ctx.db.read, viewer, rows), request, getFirst);
  if (answer === undefined) throw new AppError('NotFound', `Collection ${id} has no series`);
  return answer;
}

/**
 * Cover of a read list: that of the chosen book, else of its first ones together, as far as the viewer may see them.
 * @throws {AppError} `NotFound`, also for a read list without books
 */
export async function getReadListCover(
  ctx: CoverContext,
  viewer: Viewer,
  id: string,
  request: CoverRequest,
): Promise<FileAnswer> {
  const { coverId } = await getList(ctx, viewer, 'readList', id);
  const getFirst = async (bookId: string) => getBookCover(ctx, viewer, bookId, request);
  const [chosen] = coverId === null ? [] : await findBooksById(ctx.db.read, viewer, [coverId]);
  if (chosen !== undefined) return getFirst(chosen.id);
  const { rows } = await listReadListBooks(ctx, viewer, id, { ...FIRST, sort: undefined });
  const answer = await together(ctx, rows, request, getFirst);
  if (answer === undefined) throw new AppError('NotFound', `Read list ${id} has no books`);
  return answer;
}
