import { createRoute } from '@tanstack/react-router';
import { readReadSearch } from '../search.ts';
import { signedIn } from './frames.ts';
import { lazyPage } from './lazy-page.tsx';

export const read = createRoute({
  getParentRoute: () => signedIn,
  path: '/read/$bookId',
  validateSearch: readReadSearch,
  component: lazyPage(async () => import('../routes/read.tsx'), 'ReadRoute'),
});
