import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { Page } from '#ui/page.tsx';
import { Tabs, tabClass } from '#ui/tabs.tsx';

const EXACT = { exact: true, includeSearch: false };

/** The area of the one who is signed in, with its own list of pages. */
export function MeFrame() {
  const { data: user } = useQuery(currentUserQuery());
  const hasKeys = useMay('ApiKeysRead');
  if (user === undefined) return null;
  return (
    <Page title={user.username} below={ROLES[user.role]} narrow>
      <Tabs label="You">
        <Link to="/me" className={tabClass} activeOptions={EXACT}>
          Account
        </Link>
        <Link to="/me/preferences" className={tabClass}>
          Preferences
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
      </Tabs>
      <Outlet />
    </Page>
  );
}

const ROLES = { reader: 'Reader', maintainer: 'Maintainer', admin: 'Administrator' } as const;
