import { later } from '../../later.ts';

export const statisticsHandlers = {
  getReadingStats: later(async () => (await import('./get-reading-stats.ts')).handleGetReadingStats),
  getReadingOverview: later(async () => (await import('./get-reading-overview.ts')).handleGetReadingOverview),
  getServerReadingStats: later(async () => (await import('./get-server-reading-stats.ts')).handleGetServerReadingStats),
};
