import type { Context } from '#context/context.ts';
import { getCoverOwner } from '#core/catalog/covers/cover-owner.ts';
import { chooseBookSource, chooseSeriesSource } from '#core/catalog/covers/choose-source.ts';
import type { CoverRequest } from '#core/catalog/covers/cover-picture.ts';
import { requestCovers } from '#core/catalog/covers/request-covers.ts';
import { chooseCover, removeCover, resetCover, uploadCover } from '#core/catalog/covers/choose-cover.ts';
import { choosePage } from '#core/catalog/covers/choose-page.ts';
import { getBookCover, getCoverImage, getLibraryCover, getSeriesCover } from '#core/catalog/covers/get-cover.ts';
import { readCovers, toBookCover, toSeriesCover } from '#core/catalog/covers/list-covers.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Handlers } from '../requests/handler.ts';

interface OfOwner<Params = unknown> {
  readonly viewer: Viewer;
  readonly params: { readonly id: string } & Params;
}

type OfCover = OfOwner<{ readonly coverId: string }>;

/** The handlers that covers of books and of series share. */
function makeCoverHandlers<Cover>(
  kind: 'book' | 'series',
  toCover: (ownerId: string, row: Awaited<ReturnType<typeof uploadCover>>) => Cover,
) {
  const find = (ctx: Context, { viewer, params }: OfOwner) => getCoverOwner(ctx, viewer, kind, params.id);
  return {
    upload: async (ctx: Context, request: OfOwner & { readonly body: Buffer }) => {
      const owner = await find(ctx, request);
      return toCover(owner.id, await uploadCover(ctx, owner, request.body));
    },
    list: async (ctx: Context, request: OfOwner) => readCovers(ctx.db, await find(ctx, request), toCover),
    select: async (ctx: Context, request: OfCover) => {
      const owner = await find(ctx, request);
      return toCover(owner.id, await chooseCover(ctx, owner, request.params.coverId));
    },
    reset: async (ctx: Context, request: OfOwner) => resetCover(ctx, await find(ctx, request)),
    remove: async (ctx: Context, request: OfCover) =>
      removeCover(ctx, await find(ctx, request), request.params.coverId),
    getImage: async (ctx: Context, { viewer, params, query }: OfCover & { readonly query: CoverRequest }) =>
      getCoverImage(ctx, viewer, { kind, ...params }, query),
  };
}

const book = makeCoverHandlers('book', toBookCover);
const series = makeCoverHandlers('series', toSeriesCover);

export const coverHandlers = {
  getBookThumbnail: async (ctx, { viewer, params, query }) => getBookCover(ctx, viewer, params.id, query),
  getSeriesThumbnail: async (ctx, { viewer, params, query }) => getSeriesCover(ctx, viewer, params.id, query),
  getLibraryThumbnail: async (ctx, { viewer, params, query }) => getLibraryCover(ctx, viewer, params.id, query),
  uploadBookCover: book.upload,
  listBookCovers: book.list,
  selectBookCover: book.select,
  resetBookCover: book.reset,
  deleteBookCover: book.remove,
  getBookCoverImage: book.getImage,
  chooseBookPageCover: async (ctx, { viewer, params, body }) => {
    const owner = await getCoverOwner(ctx, viewer, 'book', params.id);
    return toBookCover(owner.id, await choosePage(ctx, viewer, owner, body.page));
  },
  selectBookCoverSource: async (ctx, { viewer, params, body }) => {
    const owner = await getCoverOwner(ctx, viewer, 'book', params.id);
    await chooseBookSource(ctx, viewer, owner, body.source);
    return readCovers(ctx.db, owner, toBookCover);
  },
  uploadSeriesCover: series.upload,
  listSeriesCovers: series.list,
  selectSeriesCover: series.select,
  resetSeriesCover: series.reset,
  deleteSeriesCover: series.remove,
  getSeriesCoverImage: series.getImage,
  selectSeriesCoverSource: async (ctx, { viewer, params, body }) => {
    const owner = await getCoverOwner(ctx, viewer, 'series', params.id);
    await chooseSeriesSource(ctx, viewer, owner, body.source);
    return readCovers(ctx.db, owner, toSeriesCover);
  },
  generateManyBookThumbnails: async (ctx, { viewer, body }) => requestCovers(ctx, viewer, { ...body, of: 'books' }),
  generateManySeriesThumbnails: async (ctx, { viewer, body }) => requestCovers(ctx, viewer, { ...body, of: 'series' }),
  generateThumbnailsOfManySeries: async (ctx, { viewer, body }) => requestCovers(ctx, viewer, { ...body, of: 'books' }),
  generateBookThumbnails: async (ctx, { viewer, body }) => requestCovers(ctx, viewer, { ...body, of: 'books' }),
  generateBookThumbnail: async (ctx, { viewer, params, body }) =>
    requestCovers(ctx, viewer, { ...body, of: 'books', bookIds: [params.id] }),
  generateLibraryBookThumbnails: async (ctx, { viewer, params, body }) =>
    requestCovers(ctx, viewer, { ...body, of: 'books', libraryId: params.id }),
  generateSeriesThumbnails: async (ctx, { viewer, body }) => requestCovers(ctx, viewer, { ...body, of: 'series' }),
  generateSeriesThumbnail: async (ctx, { viewer, params, body }) =>
    requestCovers(ctx, viewer, { ...body, of: 'series', seriesIds: [params.id] }),
  generateLibrarySeriesThumbnails: async (ctx, { viewer, params, body }) =>
    requestCovers(ctx, viewer, { ...body, of: 'series', libraryId: params.id }),
} satisfies Partial<Handlers>;
