import { t } from '@lingui/core/macro';
import type { CurrentUser, Library } from '@lectern/contract';
import type { LinkProps } from '@tanstack/react-router';
import { isGuest } from '#entities/user/queries.ts';
import type { PaletteEntry } from '#features/search/palette/entry.ts';
import type { IconName } from '#ui/pictures/icon.tsx';
import { ADMIN_GROUPS, adminPagesFor } from '../shell/admin-pages.ts';
import { MAIN_PAGES } from '../shell/main-pages.ts';
import { LIST_PAGES, mePagesFor } from '../shell/more-pages.ts';

type Open = (link: LinkProps) => void;

interface Page {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: IconName;
  readonly detail?: string;
  readonly isSetting?: boolean;
}

/** Key of the search field on every page. */
const SEARCH_KEY = '/';

/** Pages that the user may open, from the tables of the navigation. */
export function listPageEntries(user: CurrentUser, hasReleases: boolean, open: Open): readonly PaletteEntry[] {
  const { home, libraries, search } = MAIN_PAGES;
  const pages: readonly Page[] = [home, libraries, search, ...(isGuest(user) ? [] : listOwnPages(user, hasReleases))];
  return pages.map(({ to, label, icon, detail, isSetting }) => ({
    id: `page-${to}`,
    group: 'pages',
    label,
    icon,
    ...(detail === undefined ? {} : { detail }),
    ...(isSetting === undefined ? {} : { isSetting }),
    ...(to === search.to ? { keys: SEARCH_KEY } : {}),
    run: () => open({ to }),
  }));
}

/** Pages that belong to an account. */
function listOwnPages(user: CurrentUser, hasReleases: boolean): readonly Page[] {
  const { username, effectivePermissions } = user;
  const { lists, releases, stats, you } = MAIN_PAGES;
  return [
    ...(hasReleases ? [releases] : []),
    stats,
    ...LIST_PAGES.map((page) => ({ ...page, icon: lists.icon, detail: lists.label })),
    ...mePagesFor(user).map((page) => ({
      ...page,
      icon: you.icon,
      detail: username,
      isSetting: true,
    })),
    { to: '/me/accessibility', label: t`Accessibility statement`, icon: 'info' },
    ...adminPagesFor(effectivePermissions).map((page) => ({
      ...page,
      icon: MAIN_PAGES.manage.icon,
      detail: `${MAIN_PAGES.manage.label} · ${ADMIN_GROUPS[page.group]}`,
      isSetting: true,
    })),
  ];
}

export function listLibraryEntries(libraries: readonly Library[], open: Open): readonly PaletteEntry[] {
  return libraries.map(({ id, name }) => ({
    id: `library-${id}`,
    group: 'libraries',
    label: name,
    icon: MAIN_PAGES.libraries.icon,
    run: () => open({ to: '/library/$libraryId', params: { libraryId: id } }),
  }));
}
