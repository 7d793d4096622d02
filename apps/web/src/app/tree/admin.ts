import { createRoute, redirect } from '@tanstack/react-router';
import { currentUserQuery } from '#entities/user/queries.ts';
import {
  readBinSearch,
  readHealthSearch,
  readImportSearch,
  readLibrariesSearch,
  readSettingsSearch,
  readTasksSearch,
  readUsersSearch,
} from '../search.ts';
import { readMetadataSearch } from '../search-metadata.ts';
import { adminPagesFor } from '../shell/admin-pages.ts';
import { readSourcesSearch } from '../search-releases.ts';
import { shell } from './frames.ts';
import { lazyPage } from './lazy-page.tsx';

const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  component: lazyPage(async () => import('../shell/admin-frame.tsx'), 'AdminFrame'),
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
  component: lazyPage(async () => import('../routes/admin-libraries.tsx'), 'AdminLibrariesRoute'),
});

const adminTasks = createRoute({
  getParentRoute: () => admin,
  path: '/tasks',
  validateSearch: readTasksSearch,
  component: lazyPage(async () => import('../routes/admin-tasks.tsx'), 'AdminTasksRoute'),
});

const adminHealth = createRoute({
  getParentRoute: () => admin,
  path: '/health',
  validateSearch: readHealthSearch,
  component: lazyPage(async () => import('../routes/admin-health.tsx'), 'AdminHealthRoute'),
});

const adminBin = createRoute({
  getParentRoute: () => admin,
  path: '/bin',
  validateSearch: readBinSearch,
  component: lazyPage(async () => import('../routes/admin-bin.tsx'), 'AdminBinRoute'),
});

const adminBackups = createRoute({
  getParentRoute: () => admin,
  path: '/backups',
  component: lazyPage(async () => import('#features/backups/backups-page.tsx'), 'BackupsPage'),
});

const adminImport = createRoute({
  getParentRoute: () => admin,
  path: '/import',
  validateSearch: readImportSearch,
  component: lazyPage(async () => import('../routes/admin-import.tsx'), 'AdminImportRoute'),
});

const adminUsers = createRoute({
  getParentRoute: () => admin,
  path: '/users',
  validateSearch: readUsersSearch,
  component: lazyPage(async () => import('../routes/admin-users.tsx'), 'AdminUsersRoute'),
});

const adminUser = createRoute({
  getParentRoute: () => admin,
  path: '/users/$userId',
  component: lazyPage(async () => import('../routes/admin-users.tsx'), 'AdminUserRoute'),
});

const adminGroups = createRoute({
  getParentRoute: () => admin,
  path: '/groups',
  component: lazyPage(async () => import('../routes/admin-groups.tsx'), 'AdminGroupsRoute'),
});

const adminGroup = createRoute({
  getParentRoute: () => admin,
  path: '/groups/$groupId',
  component: lazyPage(async () => import('../routes/admin-groups.tsx'), 'AdminGroupRoute'),
});

const adminSignIn = createRoute({
  getParentRoute: () => admin,
  path: '/sign-in',
  component: lazyPage(async () => import('#features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const adminSettings = createRoute({
  getParentRoute: () => admin,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyPage(async () => import('../routes/admin-settings.tsx'), 'AdminSettingsRoute'),
});

const adminReleases = createRoute({
  getParentRoute: () => admin,
  path: '/releases',
  validateSearch: readSourcesSearch,
  component: lazyPage(async () => import('../routes/admin-releases.tsx'), 'AdminReleasesRoute'),
});

const adminMetadata = createRoute({
  getParentRoute: () => admin,
  path: '/metadata',
  validateSearch: readMetadataSearch,
  component: lazyPage(async () => import('../routes/admin-metadata.tsx'), 'AdminMetadataRoute'),
});

const adminMetrics = createRoute({
  getParentRoute: () => admin,
  path: '/metrics',
  component: lazyPage(async () => import('#features/metrics/metrics-page.tsx'), 'MetricsPage'),
});

const adminNotifications = createRoute({
  getParentRoute: () => admin,
  path: '/notifications',
  component: lazyPage(async () => import('../routes/notifications.tsx'), 'ServerNotificationsRoute'),
});

const adminLog = createRoute({
  getParentRoute: () => admin,
  path: '/log',
  component: lazyPage(async () => import('#features/logs/log-page.tsx'), 'LogPage'),
});

const adminAudit = createRoute({
  getParentRoute: () => admin,
  path: '/audit',
  component: lazyPage(async () => import('#features/audit/audit-page.tsx'), 'AuditPage'),
});

const adminAbout = createRoute({
  getParentRoute: () => admin,
  path: '/about',
  component: lazyPage(async () => import('#features/about/about-page.tsx'), 'AboutPage'),
});

export const adminRoutes = admin.addChildren([
  adminHome,
  adminLibraries,
  adminTasks,
  adminHealth,
  adminImport,
  adminBin,
  adminBackups,
  adminUsers,
  adminUser,
  adminGroups,
  adminGroup,
  adminSignIn,
  adminSettings,
  adminReleases,
  adminMetadata,
  adminMetrics,
  adminNotifications,
  adminLog,
  adminAudit,
  adminAbout,
]);
