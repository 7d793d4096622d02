import { createRoute } from '@tanstack/react-router';
import { readRangeSearch, readStatsSearch } from '../search-stats.ts';
import { shell } from './frames.ts';
import { lazyPage } from './lazy-page.tsx';

const routes = async () => import('../routes/stats.tsx');

const stats = createRoute({
  getParentRoute: () => shell,
  path: '/stats',
  validateSearch: readStatsSearch,
  component: lazyPage(routes, 'StatsRoute'),
});

const serverStats = createRoute({
  getParentRoute: () => shell,
  path: '/stats/everybody',
  validateSearch: readRangeSearch,
  component: lazyPage(routes, 'ServerStatsRoute'),
});

export const statsRoutes = [stats, serverStats] as const;
