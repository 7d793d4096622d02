import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { currentUserQuery } from '#entities/user/queries.ts';
import { leaveLogin, requireUser, requireSetup } from './require-user.ts';
import {
  readHealthSearch,
  readLibrariesSearch,
  readLoginSearch,
  readReadSearch,
  readSettingsSearch,
  readSortSearch,
  readTasksSearch,
  readUsersSearch,
} from './search.ts';
import { adminPagesFor } from './shell/admin-pages.ts';
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
  component: lazyRouteComponent(async () => import('./shell/me-frame.tsx'), 'MeFrame'),
});

const meAccount = createRoute({
  getParentRoute: () => me,
  path: '/',
  component: lazyRouteComponent(async () => import('./routes/me.tsx'), 'MeRoute'),
});

const meConnections = createRoute({
  getParentRoute: () => me,
  path: '/connections',
  component: lazyRouteComponent(async () => import('#features/connections/connections-page.tsx'), 'ConnectionsPage'),
});

const meDevices = createRoute({
  getParentRoute: () => me,
  path: '/devices',
  component: lazyRouteComponent(async () => import('#features/account/devices-page.tsx'), 'DevicesPage'),
});

const meKeys = createRoute({
  getParentRoute: () => me,
  path: '/keys',
  component: lazyRouteComponent(async () => import('#features/keys/keys-page.tsx'), 'KeysPage'),
});

const mePreferences = createRoute({
  getParentRoute: () => me,
  path: '/preferences',
  component: lazyRouteComponent(async () => import('#features/preferences/preferences-page.tsx'), 'PreferencesPage'),
});

const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  component: lazyRouteComponent(async () => import('./shell/admin-frame.tsx'), 'AdminFrame'),
});

const adminHome = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: ({ context: { queryClient } }) => {
    const permissions = queryClient.getQueryData(currentUserQuery().queryKey)?.effectivePermissions ?? [];
    redirect({ to: adminPagesFor(permissions)[0]?.to ?? '/admin/libraries', replace: true, throw: true });
  },
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

const adminUsers = createRoute({
  getParentRoute: () => admin,
  path: '/users',
  validateSearch: readUsersSearch,
  component: lazyRouteComponent(async () => import('./routes/admin-users.tsx'), 'AdminUsersRoute'),
});

const adminUser = createRoute({
  getParentRoute: () => admin,
  path: '/users/$userId',
  component: lazyRouteComponent(async () => import('./routes/admin-users.tsx'), 'AdminUserRoute'),
});

const adminSettings = createRoute({
  getParentRoute: () => admin,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(async () => import('./routes/admin-settings.tsx'), 'AdminSettingsRoute'),
});

const adminMetrics = createRoute({
  getParentRoute: () => admin,
  path: '/metrics',
  component: lazyRouteComponent(async () => import('#features/metrics/metrics-page.tsx'), 'MetricsPage'),
});

const adminAbout = createRoute({
  getParentRoute: () => admin,
  path: '/about',
  component: lazyRouteComponent(async () => import('#features/about/about-page.tsx'), 'AboutPage'),
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
  beforeLoad: ({ search }) => leaveLogin(search),
  component: lazyRouteComponent(async () => import('./routes/login.tsx'), 'LoginRoute'),
});

const withoutAccount = async () => import('./routes/without-account.tsx');

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(withoutAccount, 'RegisterRoute'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(withoutAccount, 'ForgotPasswordRoute'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(withoutAccount, 'ResetPasswordRoute'),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: lazyRouteComponent(withoutAccount, 'VerifyEmailRoute'),
});

const adminTree = admin.addChildren([
  adminHome,
  adminLibraries,
  adminTasks,
  adminHealth,
  adminUsers,
  adminUser,
  adminSettings,
  adminMetrics,
  adminAbout,
]);
const meTree = me.addChildren([meAccount, mePreferences, meConnections, meDevices, meKeys]);
const apart = [setup, login, register, forgotPassword, resetPassword, verifyEmail];
const shellTree = shell.addChildren([home, libraries, library, libraryBooks, series, book, meTree, adminTree]);
const routeTree = root.addChildren([signedIn.addChildren([shellTree, read]), ...apart]);

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
