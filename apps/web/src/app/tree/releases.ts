import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readReleasesSearch } from '../search-releases.ts';
import { shell } from './frames.ts';

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/releases',
  validateSearch: readReleasesSearch,
  component: lazyRouteComponent(async () => import('../routes/releases.tsx'), 'ReleasesRoute'),
});

export const releaseRoutes = [inbox] as const;
