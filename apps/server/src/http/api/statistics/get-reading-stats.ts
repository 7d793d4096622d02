import type { api } from '@lectern/contract';
import { getReadingStats } from '#core/statistics/reading-stats.ts';
import type { Handler } from '../../handler.ts';

export const handleGetReadingStats: Handler<typeof api.getReadingStats> = async (ctx, { viewer, query }) =>
  getReadingStats(ctx, viewer, query);
