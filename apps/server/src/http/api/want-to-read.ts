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
  listWantToRead: async (ctx, request) => {
    const { rows, total } = await listWantToRead(ctx, request.viewer, request.query);
    return wantedPage(ctx, request, { rows, total });
  },
  addWantToRead: async (ctx, { viewer, body }) => addWantToRead(ctx, viewer, body),
  addManyWantToRead: async (ctx, { viewer, body }) => addManyWantToRead(ctx, viewer, body),
  orderWantToRead: async (ctx, { viewer, body }) => {
    await orderWantToRead(ctx, viewer, body.entryIds);
    return undefined;
  },
  removeWantedSeries: async (ctx, { viewer, params }) => {
    await removeWanted(ctx, viewer, { seriesId: params.id, bookId: null });
    return undefined;
  },
  removeWantedBook: async (ctx, { viewer, params }) => {
    await removeWanted(ctx, viewer, { seriesId: null, bookId: params.id });
    return undefined;
  },
} satisfies Partial<Handlers>;
