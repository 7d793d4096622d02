import { getCoverOwner } from '#core/catalog/covers/cover-owner.ts';
import { chooseCover, removeCover, resetCover, uploadCover } from '#core/catalog/covers/choose-cover.ts';
import { chooseBookSource, chooseSeriesSource } from '#core/catalog/covers/choose-source.ts';
import { choosePage } from '#core/catalog/covers/choose-page.ts';
import { getBookCover, getCoverImage, getLibraryCover, getSeriesCover } from '#core/catalog/covers/get-cover.ts';
import { requestCovers } from '#core/catalog/covers/request-covers.ts';
import { readCovers, toBookCover, toSeriesCover } from '#core/catalog/covers/list-covers.ts';
import type { Handlers } from '../requests/handler.ts';

export const coverHandlers = {
  getBookThumbnail: async (ctx, { viewer, params, query }) => getBookCover(ctx, viewer, params.id, query),
  getSeriesThumbnail: async (ctx, { viewer, params, query }) => getSeriesCover(ctx, viewer, params.id, query),
  generateManyBookThumbnails: async (ctx, { viewer, body }) => requestCovers(ctx, viewer, { ...body, of: 'books' }),
  generateManySeriesThumbnails: async (ctx, { viewer, body }) => requestCovers(ctx, viewer, { ...body, of: 'series' }),
  generateThumbnailsOfManySeries: async (ctx, { viewer, body }) => requestCovers(ctx, viewer, { ...body, of: 'books' }),
  getLibraryThumbnail: async (ctx, { viewer, params, query }) => getLibraryCover(ctx, viewer, params.id, query),
  uploadBookCover: async (ctx, { viewer, params, body }) => {
    const owner = await getCoverOwner(ctx, viewer, 'book', params.id);
    return toBookCover(owner.id, await uploadCover(ctx, owner, body));
  },
  chooseBookPageCover: async (ctx, { viewer, params, body }) => {
    const owner = await getCoverOwner(ctx, viewer, 'book', params.id);
    return toBookCover(owner.id, await choosePage(ctx, viewer, owner, body.page));
  },
  selectBookCoverSource: async (ctx, { viewer, params, body }) => {
    const owner = await getCoverOwner(ctx, viewer, 'book', params.id);
    await chooseBookSource(ctx, viewer, owner, body.source);
    return readCovers(ctx.db, owner, toBookCover);
  },
  listBookCovers: async (ctx, { viewer, params }) =>
    readCovers(ctx.db, await getCoverOwner(ctx, viewer, 'book', params.id), toBookCover),
  selectBookCover: async (ctx, { viewer, params }) => {
    const owner = await getCoverOwner(ctx, viewer, 'book', params.id);
    return toBookCover(owner.id, await chooseCover(ctx, owner, params.coverId));
  },
  resetBookCover: async (ctx, { viewer, params }) => {
    await resetCover(ctx, await getCoverOwner(ctx, viewer, 'book', params.id));
    return undefined;
  },
  deleteBookCover: async (ctx, { viewer, params }) => {
    await removeCover(ctx, await getCoverOwner(ctx, viewer, 'book', params.id), params.coverId);
    return undefined;
  },
  getBookCoverImage: async (ctx, { viewer, params, query }) =>
    getCoverImage(ctx, viewer, { kind: 'book', ...params }, query),
  uploadSeriesCover: async (ctx, { viewer, params, body }) => {
    const owner = await getCoverOwner(ctx, viewer, 'series', params.id);
    return toSeriesCover(owner.id, await uploadCover(ctx, owner, body));
  },
  selectSeriesCoverSource: async (ctx, { viewer, params, body }) => {
    const owner = await getCoverOwner(ctx, viewer, 'series', params.id);
    await chooseSeriesSource(ctx, viewer, owner, body.source);
    return readCovers(ctx.db, owner, toSeriesCover);
  },
  listSeriesCovers: async (ctx, { viewer, params }) =>
    readCovers(ctx.db, await getCoverOwner(ctx, viewer, 'series', params.id), toSeriesCover),
  selectSeriesCover: async (ctx, { viewer, params }) => {
    const owner = await getCoverOwner(ctx, viewer, 'series', params.id);
    return toSeriesCover(owner.id, await chooseCover(ctx, owner, params.coverId));
  },
  resetSeriesCover: async (ctx, { viewer, params }) => {
    await resetCover(ctx, await getCoverOwner(ctx, viewer, 'series', params.id));
    return undefined;
  },
  deleteSeriesCover: async (ctx, { viewer, params }) => {
    await removeCover(ctx, await getCoverOwner(ctx, viewer, 'series', params.id), params.coverId);
    return undefined;
  },
  getSeriesCoverImage: async (ctx, { viewer, params, query }) =>
    getCoverImage(ctx, viewer, { kind: 'series', ...params }, query),
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
