import { listBooksInProgress } from '#core/catalog/browse/list-by-reading.ts';
import { getProgress, listProgress } from '#core/catalog/reading/get-progress.ts';
import {
  forgetProgress,
  markBooksRead,
  markBooksUnread,
  markManySeries,
  markSeries,
} from '#core/catalog/reading/mark-books.ts';
import { getProgression, saveProgression } from '#core/catalog/reading/reader-progression.ts';
import { markBookRead, saveManyProgress, saveProgress } from '#core/catalog/reading/save-progress.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';
import { bookPage } from './full-pages.ts';
import { toReader } from '../requests/to-reader.ts';

export const progressHandlers = {
  getProgress: async (ctx, { viewer, params }) => getProgress(ctx, viewer, params.id),
  saveProgress: async (ctx, request) => saveProgress(ctx, toReader(request), request.params.id, request.body),
  deleteProgress: async (ctx, request) => forgetProgress(ctx, toReader(request), request.params.id),
  markBookRead: async (ctx, request) => markBookRead(ctx, toReader(request), request.params.id),
  markBookUnread: async (ctx, request) => forgetProgress(ctx, toReader(request), request.params.id),
  markSeriesRead: async (ctx, request) => markSeries(ctx, toReader(request), request.params.id, 'read'),
  markSeriesUnread: async (ctx, request) => markSeries(ctx, toReader(request), request.params.id, 'unread'),
  listProgress: async (ctx, request) => toPage(request, await listProgress(ctx, request.viewer, request.query)),
  listCurrentlyReading: async (ctx, request) =>
    bookPage(ctx, request, await listBooksInProgress(ctx, request.viewer, request.query)),
  saveManyProgress: async (ctx, request) => saveManyProgress(ctx, toReader(request), request.body.progress),
  getProgression: async (ctx, { viewer, params }) => getProgression(ctx, viewer, params.id),
  saveProgression: async (ctx, request) => {
    const { params, body } = request;
    await saveProgression(ctx, toReader(request), params.id, { locator: body, place: body.locations });
  },
  markBooksRead: async (ctx, request) => markBooksRead(ctx, toReader(request), { by: 'id', ids: request.body.bookIds }),
  markBooksUnread: async (ctx, request) =>
    markBooksUnread(ctx, toReader(request), { by: 'id', ids: request.body.bookIds }),
  markManySeriesRead: async (ctx, request) => markManySeries(ctx, toReader(request), request.body.seriesIds, 'read'),
  markManySeriesUnread: async (ctx, request) =>
    markManySeries(ctx, toReader(request), request.body.seriesIds, 'unread'),
} satisfies Partial<Handlers>;
