import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { requireUser, requireSetup } from './require-user.ts';
import {
  readHealthSearch,
  readLibrariesSearch,
  readLoginSearch,
  readReadSearch,
  readSortSearch,
  readTasksSearch,
} from './search.ts';
import { AppShell } from './shell/app-shell.tsx';
import { PendingPage } from './shell/pending-page.tsx';
import { NoSuchPage, PageProblem, WholePageProblem } from './shell/page-problem.tsx';
import { SignedIn } from './signed-in.tsx';

const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()();

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireUser,
  component: SignedIn,
  errorComponent: WholePageProblem,
});
const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: AppShell });

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(async () => import('#features/home/home-page.tsx'), 'HomePage'),
});

const libraries = createRoute({
  getParentRoute: () => shell,
  path: '/libraries',
  component: lazyRouteComponent(async () => import('#features/library/libraries-page.tsx'), 'LibrariesPage'),
});

const library = createRoute({
  getParentRoute: () => shell,
  path: '/library/$libraryId',
  validateSearch: readSortSearch,
  component: lazyRouteComponent(async () => import('./routes/library.tsx'), 'LibrarySeriesRoute'),
});

const libraryBooks = createRoute({
  getParentRoute: () => shell,
  path: '/library/$libraryId/books',
  validateSearch: readSortSearch,
  component: lazyRouteComponent(async () => import('./routes/library.tsx'), 'LibraryBooksRoute'),
});

const series = createRoute({
  getParentRoute: () => shell,
  path: '/series/$seriesId',
  component: lazyRouteComponent(async () => import('./routes/series.tsx'), 'SeriesRoute'),
});

const book = createRoute({
  getParentRoute: () => shell,
  path: '/book/$bookId',
  component: lazyRouteComponent(async () => import('./routes/book.tsx'), 'BookRoute'),
});

const me = createRoute({
  getParentRoute: () => shell,
  path: '/me',
  component: lazyRouteComponent(async () => import('./routes/me.tsx'), 'MeRoute'),
});

const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  component: lazyRouteComponent(async () => import('./shell/admin-frame.tsx'), 'AdminFrame'),
});

const adminHome = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => redirect({ to: '/admin/libraries', replace: true, throw: true }),
});

const adminLibraries = createRoute({
  getParentRoute: () => admin,
  path: '/libraries',
  validateSearch: readLibrariesSearch,
  component: lazyRouteComponent(async () => import('./routes/admin-libraries.tsx'), 'AdminLibrariesRoute'),
});

const adminTasks = createRoute({
  getParentRoute: () => admin,
  path: '/tasks',
  validateSearch: readTasksSearch,
  component: lazyRouteComponent(async () => import('./routes/admin-tasks.tsx'), 'AdminTasksRoute'),
});

const adminHealth = createRoute({
  getParentRoute: () => admin,
  path: '/health',
  validateSearch: readHealthSearch,
  component: lazyRouteComponent(async () => import('./routes/admin-health.tsx'), 'AdminHealthRoute'),
});

const read = createRoute({
  getParentRoute: () => signedIn,
  path: '/read/$bookId',
  validateSearch: readReadSearch,
  component: lazyRouteComponent(async () => import('./routes/read.tsx'), 'ReadRoute'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  beforeLoad: requireSetup,
  component: lazyRouteComponent(async () => import('./routes/setup.tsx'), 'SetupRoute'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readLoginSearch,
  component: lazyRouteComponent(async () => import('./routes/login.tsx'), 'LoginRoute'),
});

const adminTree = admin.addChildren([adminHome, adminLibraries, adminTasks, adminHealth]);
const shellTree = shell.addChildren([home, libraries, library, libraryBooks, series, book, me, adminTree]);
const routeTree = root.addChildren([signedIn.addChildren([shellTree, read]), setup, login]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingPage,
    notFoundMode: 'root',
    defaultErrorComponent: PageProblem,
    defaultNotFoundComponent: NoSuchPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
