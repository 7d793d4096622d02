import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { BASE_PATH } from '#lib/base-path.ts';
import { PendingPage } from './shell/pending-page.tsx';
import { PageProblem } from './shell/page-problem.tsx';
import { adminRoutes } from './tree/admin.ts';
import { guestRoutes } from './tree/guest.ts';
import { catalogRoutes } from './tree/catalog.ts';
import { notFound, root, shell, signedIn } from './tree/frames.ts';
import { listRoutes } from './tree/lists.ts';
import { meRoutes } from './tree/me.ts';
import { read } from './tree/read.ts';
import { releaseRoutes } from './tree/releases.ts';
import { statsRoutes } from './tree/stats.ts';
import { writeSearch } from './write-search.ts';

const shellTree = shell.addChildren([
  ...catalogRoutes,
  ...listRoutes,
  ...releaseRoutes,
  ...statsRoutes,
  meRoutes,
  adminRoutes,
  notFound,
]);
const routeTree = root.addChildren([signedIn.addChildren([shellTree, read]), ...guestRoutes]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    basepath: BASE_PATH === '' ? '/' : BASE_PATH,
    scrollRestoration: true,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: PageProblem,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
