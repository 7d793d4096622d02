import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readReadSearch } from '../search.ts';
import { signedIn } from './frames.ts';

export const read = createRoute({
  getParentRoute: () => signedIn,
  path: '/read/$bookId',
  validateSearch: readReadSearch,
  component: lazyRouteComponent(async () => import('../routes/read.tsx'), 'ReadRoute'),
});
