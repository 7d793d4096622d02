import { listBooksInProgress } from '#core/catalog/browse/list-by-reading.ts';
import { deviceOf } from '#core/people/devices.ts';
import {
  forgetProgress,
  markBooksRead,
  markBooksUnread,
  markManySeries,
  markSeries,
} from '#core/catalog/reading/mark-books.ts';
import { getProgress, listProgress } from '#core/catalog/reading/get-progress.ts';
import { getProgression, saveProgression } from '#core/catalog/reading/progression.ts';
import { markBookRead, saveManyProgress, saveProgress } from '#core/catalog/reading/save-progress.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handlers } from '../requests/handler.ts';
import { bookPage } from './full-pages.ts';

export const progressHandlers = {
  getProgress: async (ctx, { viewer, params }) => getProgress(ctx, viewer, params.id),
  saveProgress: async (ctx, { viewer, params, body, client }) =>
    saveProgress(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id, body),
  deleteProgress: async (ctx, { viewer, params, client }) => {
    await forgetProgress(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id);
    return undefined;
  },
  markBookRead: async (ctx, { viewer, params, client }) =>
    markBookRead(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id),
  markBookUnread: async (ctx, { viewer, params, client }) => {
    await forgetProgress(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id);
    return undefined;
  },
  markSeriesRead: async (ctx, { viewer, params, client }) =>
    markSeries(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id, 'read'),
  markSeriesUnread: async (ctx, { viewer, params, client }) =>
    markSeries(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id, 'unread'),
  listProgress: async (ctx, request) => {
    const { rows, total } = await listProgress(ctx, request.viewer, request.query);
    return pageOf(request, rows, total);
  },
  listCurrentlyReading: async (ctx, request) => {
    return bookPage(ctx, request, await listBooksInProgress(ctx, request.viewer, request.query));
  },
  saveManyProgress: async (ctx, { viewer, body, client }) =>
    saveManyProgress(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, body.progress),
  getProgression: async (ctx, { viewer, params }) => getProgression(ctx, viewer, params.id),
  saveProgression: async (ctx, { viewer, params, body, client }) => {
    await saveProgression(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id, {
      locator: body,
      place: body.locations,
    });
    return undefined;
  },
  markBooksRead: async (ctx, { viewer, body, client }) =>
    markBooksRead(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, { by: 'id', ids: body.bookIds }),
  markBooksUnread: async (ctx, { viewer, body, client }) =>
    markBooksUnread(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, { by: 'id', ids: body.bookIds }),
  markManySeriesRead: async (ctx, { viewer, body, client }) =>
    markManySeries(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, body.seriesIds, 'read'),
  markManySeriesUnread: async (ctx, { viewer, body, client }) =>
    markManySeries(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, body.seriesIds, 'unread'),
} satisfies Partial<Handlers>;
