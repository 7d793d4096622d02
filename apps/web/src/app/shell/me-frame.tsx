import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useNewReleases } from '#entities/release/use-new-releases.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { formatCount } from '#lib/format.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';
import { adminPagesFor } from './admin-pages.ts';

const EXACT = { exact: true, includeSearch: false };

export function MeFrame() {
  const { data: user } = useQuery(currentUserQuery());
  const releases = useNewReleases();
  if (user === undefined) return null;
  const manages = adminPagesFor(user.effectivePermissions).length > 0;
  return (
    <Page
      title={user.username}
      below={ROLES[user.role]}
      narrow
      actions={
        <>
          {releases !== undefined && (
            <Link to="/releases" className={buttonClass()}>
              <Icon name="bell" size={18} />
              {releases === 0 ? 'Releases' : formatCount(releases, 'new release')}
            </Link>
          )}
          <Link to="/stats" className={buttonClass()}>
            <Icon name="stats" size={18} />
            Statistics
          </Link>
          {manages && (
            <Link to="/admin" className={buttonClass()}>
              <Icon name="settings" size={18} />
              Manage
            </Link>
          )}
        </>
      }
    >
      <MeTabs />
      <Outlet />
    </Page>
  );
}

function MeTabs() {
  const hasKeys = useMay('ApiKeysRead');
  return (
    <Tabs label="You">
      <Link to="/me" className={tabClass} activeOptions={EXACT}>
        Account
      </Link>
      <Link to="/me/preferences" className={tabClass}>
        Preferences
      </Link>
      <Link to="/me/notifications" className={tabClass}>
        Notifications
      </Link>
      <Link to="/me/devices" className={tabClass}>
        Devices
      </Link>
      {hasKeys && (
        <Link to="/me/keys" className={tabClass}>
          API keys
        </Link>
      )}
      <Link to="/me/connections" className={tabClass}>
        Connect
      </Link>
      <Link to="/me/export" className={tabClass}>
        Export
      </Link>
    </Tabs>
  );
}

const ROLES = { reader: 'Reader', maintainer: 'Maintainer', admin: 'Administrator' } as const;
