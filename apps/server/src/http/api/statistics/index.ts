import { handleGetReadingOverview } from './get-reading-overview.ts';
import { handleGetReadingStats } from './get-reading-stats.ts';
import { handleGetServerReadingStats } from './get-server-reading-stats.ts';

export const statisticsHandlers = {
  getReadingStats: handleGetReadingStats,
  getReadingOverview: handleGetReadingOverview,
  getServerReadingStats: handleGetServerReadingStats,
};
