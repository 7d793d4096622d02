import { pickSeriesOf } from './collections.ts';
import { type CoverContext, type CoverRequest, getBookCover, getPicture, getSeriesCover } from '../covers/get-cover.ts';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import { listReadListBooks } from './read-lists.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import { mosaicKey } from '#images/covers.ts';
import { MOSAIC_PICTURES } from '#images/placeholder.ts';
import { findChosenListCover } from '#db/repos/lists/list-covers.repo.ts';
import { getList, type ListAt } from './get-list.ts';

/** Members that are looked at for covers. */
const AMONG = 20;
const FIRST = { page: 1, pageSize: AMONG, direction: 'asc' } as const;

/** A cover of a list as it was asked for. */
export interface ListCoverRequest extends CoverRequest {
  /** That of its members, whatever picture was chosen. */
  readonly source?: 'automatic' | undefined;
}

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

/** The picture that a user sent for a list and chose. */
async function chosenPicture(
  ctx: CoverContext,
  at: ListAt,
  { source, ...request }: ListCoverRequest,
): Promise<FileAnswer | undefined> {
  const key = source === 'automatic' ? undefined : await findChosenListCover(ctx.db.read, at);
  return key === undefined ? undefined : getPicture(ctx, { key, seed: at.id }, request);
}

/**
 * Cover of a collection: the picture that was chosen for it, else that of the chosen series, else of its first ones together, as far as the viewer may see them.
 * @throws {AppError} `NotFound`, also for a collection without series or a picture of its own
 */
export async function getCollectionCover(
  ctx: CoverContext,
  viewer: Viewer,
  id: string,
  request: ListCoverRequest,
): Promise<FileAnswer> {
  const at = { kind: 'collection', id } as const;
  const { coverId } = await getList(ctx, viewer, at);
  const picture = await chosenPicture(ctx, at, request);
  if (picture !== undefined) return picture;
  const { rows } = await pickSeriesOf(ctx, viewer, id, { ...FIRST, sort: undefined });
  const getFirst = async (seriesId: string) => getSeriesCover(ctx, viewer, seriesId, request);
  const [chosen] = coverId === null ? [] : await findSeriesById(ctx.db.read, viewer, [coverId]);
  if (chosen !== undefined) return getFirst(chosen.id);
  const answer = await together(ctx, await findSeriesById(ctx.db.read, viewer, rows), request, getFirst);
  if (answer === undefined) throw new AppError('NotFound', `Collection ${id} has no series`);
  return answer;
}

/**
 * Cover of a read list: the picture that was chosen for it, else that of the chosen book, else of its first ones together, as far as the viewer may see them.
 * @throws {AppError} `NotFound`, also for a read list without books or a picture of its own
 */
export async function getReadListCover(
  ctx: CoverContext,
  viewer: Viewer,
  id: string,
  request: ListCoverRequest,
): Promise<FileAnswer> {
  const at = { kind: 'readList', id } as const;
  const { coverId } = await getList(ctx, viewer, at);
  const picture = await chosenPicture(ctx, at, request);
  if (picture !== undefined) return picture;
  const getFirst = async (bookId: string) => getBookCover(ctx, viewer, bookId, request);
  const [chosen] = coverId === null ? [] : await findBooksById(ctx.db.read, viewer, [coverId]);
  if (chosen !== undefined) return getFirst(chosen.id);
  const { rows } = await listReadListBooks(ctx, viewer, id, { ...FIRST, sort: undefined });
  const answer = await together(ctx, rows, request, getFirst);
  if (answer === undefined) throw new AppError('NotFound', `Read list ${id} has no books`);
  return answer;
}
