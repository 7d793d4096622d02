import { createRoute } from '@tanstack/react-router';
import { readReleasesSearch } from '../search-releases.ts';
import { shell } from './frames.ts';
import { lazyPage } from './lazy-page.tsx';

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/releases',
  validateSearch: readReleasesSearch,
  component: lazyPage(async () => import('../routes/releases.tsx'), 'ReleasesRoute'),
});

export const releaseRoutes = [inbox] as const;
