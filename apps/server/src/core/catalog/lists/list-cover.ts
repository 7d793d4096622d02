import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Viewer } from '#core/viewer.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { findSeriesById } from '#db/repos/rows/series-rows.ts';
import { findChosenListCover } from '#db/repos/lists/list-covers.repo.ts';
import { mosaicKey } from '#images/covers.ts';
import { MOSAIC_PICTURES } from '#images/placeholder.ts';
import { getBookCover, getSeriesCover, type OwnerCoverRequest } from '../covers/get-cover.ts';
import { type CoverContext, type CoverRequest, getPicture } from '../covers/cover-picture.ts';
import { pickCollectionSeries } from './collections.ts';
import { getList } from './get-list.ts';
import { describeList, LIST_WORDS, type ListAt } from './list-kinds.ts';
import { pickReadListBooks } from './read-lists.ts';

/** Members considered for a mosaic. */
const FIRST = { page: 1, pageSize: 20, direction: 'asc' } as const;

const MEMBERS = {
  collection: { pick: pickCollectionSeries, find: findSeriesById, getCover: getSeriesCover },
  readList: { pick: pickReadListBooks, find: findBooksById, getCover: getBookCover },
} as const;

/** Falls back to the placeholder when a cover file was lost. */
function mosaicAnswer(ctx: CoverContext, keys: readonly string[], request: CoverRequest): FileAnswer {
  const key = mosaicKey(keys);
  return {
    kind: 'file',
    contentType: request.format === 'jpeg' ? 'image/jpeg' : 'image/webp',
    etag: `${key}-${ctx.covers.describe(request)}`,
    open: async () => {
      const drawn = await ctx.covers.mosaic(keys, request);
      if (drawn !== undefined) return { body: drawn.bytes };
      return { body: (await ctx.covers.placeholder(key, request)).bytes, isStandIn: true };
    },
  };
}

/**
 * The chosen picture of a list, else the cover of the chosen member, else a mosaic of four visible members, else the
 * cover of the first one. The source `automatic` ignores the chosen picture.
 * @throws {AppError} `NotFound`, also without a member or an own picture
 */
export async function getListCover(
  ctx: CoverContext,
  viewer: Viewer,
  at: ListAt,
  request: OwnerCoverRequest,
): Promise<FileAnswer> {
  const { read } = ctx.db;
  const { pick, find, getCover } = MEMBERS[at.kind];
  const { coverId } = await getList(ctx, viewer, at);
  const key = request.source === 'automatic' ? undefined : await findChosenListCover(read, at);
  if (key !== undefined) return getPicture(ctx, { key, seed: at.id }, request);
  const [chosen] = coverId === null ? [] : await find(read, viewer, [coverId]);
  if (chosen !== undefined) return getCover(ctx, viewer, chosen.id, request);
  const { rows } = await pick(ctx, viewer, at.id, FIRST);
  const members = await find(read, viewer, rows);
  const keys = [...new Set(members.map(({ coverVersion }) => coverVersion).filter((version) => version !== null))];
  if (keys.length >= MOSAIC_PICTURES) return mosaicAnswer(ctx, keys.slice(0, MOSAIC_PICTURES), request);
  const first = members.find(({ coverVersion }) => coverVersion !== null) ?? members[0];
  if (first === undefined) throw new AppError('NotFound', `${describeList(at)} has no ${LIST_WORDS[at.kind].of}`);
  return getCover(ctx, viewer, first.id, request);
}
