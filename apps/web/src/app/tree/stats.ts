import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readRangeSearch, readStatsSearch } from '../search-stats.ts';
import { shell } from './frames.ts';

const routes = async () => import('../routes/stats.tsx');

const stats = createRoute({
  getParentRoute: () => shell,
  path: '/stats',
  validateSearch: readStatsSearch,
  component: lazyRouteComponent(routes, 'StatsRoute'),
});

const serverStats = createRoute({
  getParentRoute: () => shell,
  path: '/stats/everybody',
  validateSearch: readRangeSearch,
  component: lazyRouteComponent(routes, 'ServerStatsRoute'),
});

export const statsRoutes = [stats, serverStats] as const;
