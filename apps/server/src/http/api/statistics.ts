import { getReadingOverview } from '#core/statistics/reading-overview.ts';
import { getReadingStats } from '#core/statistics/reading-stats.ts';
import { getServerReadingStats } from '#core/statistics/server-reading-stats.ts';
import type { Handlers } from '../handler.ts';

export const statisticsHandlers = {
  getReadingStats: async (ctx, { viewer, query }) => getReadingStats(ctx, viewer, query),
  getReadingOverview: async (ctx, { viewer, query }) => getReadingOverview(ctx, viewer, query.timezone),
  getServerReadingStats: async (ctx, { query }) => getServerReadingStats(ctx, query),
} satisfies Partial<Handlers>;
