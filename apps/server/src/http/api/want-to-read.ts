import { listWantToRead } from '#core/catalog/lists/want-to-read.ts';
import {
  addManyWantToRead,
  addWantToRead,
  orderWantToRead,
  removeWanted,
} from '#core/catalog/lists/change-want-to-read.ts';
import type { Handlers } from '../requests/handler.ts';
import { wantedPage } from './full-pages.ts';

export const wantToReadHandlers = {
  listWantToRead: async (ctx, request) =>
    wantedPage(ctx, request, await listWantToRead(ctx, request.viewer, request.query)),
  addWantToRead: async (ctx, { viewer, body }) => addWantToRead(ctx, viewer, body),
  addManyWantToRead: async (ctx, { viewer, body }) => addManyWantToRead(ctx, viewer, body),
  orderWantToRead: async (ctx, { viewer, body }) => orderWantToRead(ctx, viewer, body.entryIds),
  removeWantedSeries: async (ctx, { viewer, params }) =>
    removeWanted(ctx, viewer, { seriesId: params.id, bookId: null }),
  removeWantedBook: async (ctx, { viewer, params }) => removeWanted(ctx, viewer, { seriesId: null, bookId: params.id }),
} satisfies Partial<Handlers>;
