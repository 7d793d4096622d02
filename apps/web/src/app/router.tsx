import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { requireUser } from './require-user.ts';
import { AppShell } from './shell/app-shell.tsx';

const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({ component: Outlet });

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: requireUser });
const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: AppShell });

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(async () => import('./routes/home.tsx'), 'HomeRoute'),
});

interface ReadSearch {
  /** Page to open, from 1; where the reader left off unless said. */
  readonly page?: number;
}

const read = createRoute({
  getParentRoute: () => signedIn,
  path: '/read/$bookId',
  validateSearch: (search): ReadSearch => {
    const page = Number(search['page']);
    return Number.isInteger(page) && page >= 1 ? { page } : {};
  },
  component: lazyRouteComponent(async () => import('./routes/read.tsx'), 'ReadRoute'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(async () => import('./routes/setup.tsx'), 'SetupRoute'),
});

interface LoginSearch {
  /** Where to go afterwards: a path of this application. */
  readonly next?: string;
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: ({ next }): LoginSearch => (typeof next === 'string' && /^[/](?![/\\])/.test(next) ? { next } : {}),
  component: lazyRouteComponent(async () => import('./routes/login.tsx'), 'LoginRoute'),
});

const routeTree = root.addChildren([setup, login, signedIn.addChildren([shell.addChildren([home]), read])]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
