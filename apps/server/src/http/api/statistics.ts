import { getReadingOverview } from '#core/catalog/statistics/reading-overview.ts';
import { getReadingStats } from '#core/catalog/statistics/reading-stats.ts';
import { getServerReadingStats } from '#core/catalog/statistics/server-reading-stats.ts';
import type { Handlers } from '../requests/handler.ts';

export const statisticsHandlers = {
  getReadingStats: async (ctx, { viewer, query }) => getReadingStats(ctx, viewer, query),
  getReadingOverview: async (ctx, { viewer, query }) => getReadingOverview(ctx, viewer, query.timezone),
  getServerReadingStats: async (ctx, { query }) => getServerReadingStats(ctx, query),
} satisfies Partial<Handlers>;
