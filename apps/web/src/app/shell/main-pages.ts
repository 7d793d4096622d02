import { t } from '@lingui/core/macro';
import type { IconName } from '#ui/pictures/icon.tsx';

interface MainPage {
  readonly to: '/' | '/libraries' | '/search' | '/lists' | '/releases' | '/stats' | '/admin' | '/me';
  readonly label: string;
  readonly icon: IconName;
}

/** Pages of the navigation, which the palette offers as well. */
export const MAIN_PAGES = {
  home: { to: '/', label: t`Home`, icon: 'home' },
  libraries: { to: '/libraries', label: t`Libraries`, icon: 'library' },
  search: { to: '/search', label: t`Search`, icon: 'search' },
  lists: { to: '/lists', label: t`Lists`, icon: 'stack' },
  releases: { to: '/releases', label: t`Releases`, icon: 'bell' },
  stats: { to: '/stats', label: t`Statistics`, icon: 'stats' },
  manage: { to: '/admin', label: t`Manage`, icon: 'settings' },
  you: { to: '/me', label: t`You`, icon: 'user' },
} as const satisfies Readonly<Record<string, MainPage>>;
