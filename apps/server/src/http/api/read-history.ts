import { deviceOf } from '#core/people/devices.ts';
import {
  deleteReadHistory,
  deleteSeriesReadHistory,
  deleteWholeReadHistory,
  getReadHistory,
  getSeriesReadHistory,
} from '#core/catalog/reading/read-history.ts';
import { recordSessions } from '#core/catalog/reading/record-sessions.ts';
import { listReadingSessions } from '#core/catalog/reading/get-progress.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handlers } from '../requests/handler.ts';

export const readHistoryHandlers = {
  getBookReadHistory: async (ctx, { viewer, params }) => getReadHistory(ctx, viewer, params.id),
  deleteBookReadHistory: async (ctx, { viewer, params }) => {
    await deleteReadHistory(ctx, viewer, params.id);
    return undefined;
  },
  deleteBookReading: async (ctx, { viewer, params }) => {
    await deleteReadHistory(ctx, viewer, params.id, params.completionId);
    return undefined;
  },
  getSeriesReadHistory: async (ctx, { viewer, params }) => getSeriesReadHistory(ctx, viewer, params.id),
  deleteSeriesReadHistory: async (ctx, { viewer, params }) => {
    await deleteSeriesReadHistory(ctx, viewer, params.id);
    return undefined;
  },
  deleteReadHistory: async (ctx, { viewer }) => {
    await deleteWholeReadHistory(ctx, viewer);
    return undefined;
  },
  recordSessions: async (ctx, { viewer, body, client }) =>
    recordSessions(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, body.sessions),
  listReadingSessions: async (ctx, request) => {
    const { rows, total } = await listReadingSessions(ctx, request.viewer, request.query);
    return pageOf(request, rows, total);
  },
} satisfies Partial<Handlers>;
