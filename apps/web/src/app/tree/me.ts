import { createRoute } from '@tanstack/react-router';
import { readAccountSearch } from '../search.ts';
import { shell } from './frames.ts';
import { lazyPage } from './lazy-page.tsx';

const me = createRoute({
  getParentRoute: () => shell,
  path: '/me',
  component: lazyPage(async () => import('../shell/me-frame.tsx'), 'MeFrame'),
});

const meAccount = createRoute({
  getParentRoute: () => me,
  path: '/',
  validateSearch: readAccountSearch,
  component: lazyPage(async () => import('../routes/me.tsx'), 'MeRoute'),
});

const meConnections = createRoute({
  getParentRoute: () => me,
  path: '/connections',
  component: lazyPage(async () => import('#features/connections/connections-page.tsx'), 'ConnectionsPage'),
});

const meSecurity = createRoute({
  getParentRoute: () => me,
  path: '/security',
  component: lazyPage(async () => import('#features/factors/factors-page.tsx'), 'FactorsPage'),
});

const meDevices = createRoute({
  getParentRoute: () => me,
  path: '/devices',
  component: lazyPage(async () => import('#features/account/devices-page.tsx'), 'DevicesPage'),
});

const meKeys = createRoute({
  getParentRoute: () => me,
  path: '/keys',
  component: lazyPage(async () => import('#features/keys/keys-page.tsx'), 'KeysPage'),
});

const mePreferences = createRoute({
  getParentRoute: () => me,
  path: '/preferences',
  component: lazyPage(async () => import('#features/preferences/preferences-page.tsx'), 'PreferencesPage'),
});

const meReading = createRoute({
  getParentRoute: () => me,
  path: '/reading',
  component: lazyPage(async () => import('#features/reading/reading-page.tsx'), 'ReadingPage'),
});

const meNotifications = createRoute({
  getParentRoute: () => me,
  path: '/notifications',
  component: lazyPage(async () => import('../routes/notifications.tsx'), 'OwnNotificationsRoute'),
});

const meExport = createRoute({
  getParentRoute: () => me,
  path: '/export',
  component: lazyPage(async () => import('#features/exports/exports-page.tsx'), 'ExportsPage'),
});

const meOffline = createRoute({
  getParentRoute: () => me,
  path: '/offline',
  component: lazyPage(async () => import('#features/offline/offline-page.tsx'), 'OfflinePage'),
});

const meChildren = createRoute({
  getParentRoute: () => me,
  path: '/children',
  component: lazyPage(async () => import('#features/children/children-page.tsx'), 'ChildrenPage'),
});

const meAccessibility = createRoute({
  getParentRoute: () => me,
  path: '/accessibility',
  component: lazyPage(async () => import('#features/about/accessibility-page.tsx'), 'AccessibilityPage'),
});

export const meRoutes = me.addChildren([
  meAccount,
  mePreferences,
  meReading,
  meNotifications,
  meConnections,
  meOffline,
  meChildren,
  meSecurity,
  meDevices,
  meKeys,
  meExport,
  meAccessibility,
]);
