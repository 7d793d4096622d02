import { createRoute } from '@tanstack/react-router';
import { readCreditSearch } from '../search.ts';
import { shell } from './frames.ts';
import { lazyPage } from './lazy-page.tsx';

/** All people, publishers, characters or teams, and each of them by name. */
const credits = createRoute({
  getParentRoute: () => shell,
  path: '/people/$kind',
  validateSearch: readCreditSearch,
  component: lazyPage(async () => import('../routes/credits.tsx'), 'CreditsRoute'),
});

export const creditRoutes = [credits] as const;
