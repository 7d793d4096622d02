import { getReadingOverview } from '#core/catalog/statistics/reading-overview.ts';
import { getReadingStats } from '#core/catalog/statistics/reading-stats.ts';
import { getServerReadingStats } from '#core/catalog/statistics/server-reading-stats.ts';
import {
  deleteReadHistory,
  deleteSeriesReadHistory,
  deleteWholeReadHistory,
  getReadHistory,
  getSeriesReadHistory,
} from '#core/catalog/reading/read-history.ts';
import { recordSessions } from '#core/catalog/reading/record-sessions.ts';
import { listReadingSessions } from '#core/catalog/reading/get-progress.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';
import { toReader } from '../requests/to-reader.ts';

export const readHistoryHandlers = {
  getBookReadHistory: async (ctx, { viewer, params }) => getReadHistory(ctx, viewer, params.id),
  deleteBookReadHistory: async (ctx, { viewer, params }) => deleteReadHistory(ctx, viewer, params.id),
  deleteBookReading: async (ctx, { viewer, params }) => deleteReadHistory(ctx, viewer, params.id, params.completionId),
  getSeriesReadHistory: async (ctx, { viewer, params }) => getSeriesReadHistory(ctx, viewer, params.id),
  deleteSeriesReadHistory: async (ctx, { viewer, params }) => deleteSeriesReadHistory(ctx, viewer, params.id),
  deleteReadHistory: async (ctx, { viewer }) => deleteWholeReadHistory(ctx, viewer),
  recordSessions: async (ctx, request) => recordSessions(ctx, toReader(request), request.body.sessions),
  listReadingSessions: async (ctx, request) =>
    toPage(request, await listReadingSessions(ctx, request.viewer, request.query)),
  getReadingStats: async (ctx, { viewer, query }) => getReadingStats(ctx, viewer, query),
  getReadingOverview: async (ctx, { viewer, query }) => getReadingOverview(ctx, viewer, query.timezone),
  getServerReadingStats: async (ctx, { query }) => getServerReadingStats(ctx, query),
} satisfies Partial<Handlers>;
