import type { api } from '@lectern/contract';
import { getServerReadingStats } from '#core/statistics/server-reading-stats.ts';
import type { Handler } from '../../handler.ts';

export const handleGetServerReadingStats: Handler<typeof api.getServerReadingStats> = async (ctx, { query }) =>
  getServerReadingStats(ctx, query);
