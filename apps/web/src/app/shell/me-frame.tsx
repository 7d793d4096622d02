import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useNewReleases } from '#entities/release/use-new-releases.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
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
              {releases === 0 ? t`Releases` : plural(releases, { one: '# new release', other: '# new releases' })}
            </Link>
          )}
          <Link to="/stats" className={buttonClass()}>
            <Icon name="stats" size={18} />
            {t`Statistics`}
          </Link>
          {manages && (
            <Link to="/admin" className={buttonClass()}>
              <Icon name="settings" size={18} />
              {t`Manage`}
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
    <Tabs label={t`You`}>
      <Link to="/me" className={tabClass} activeOptions={EXACT}>{t`Account`}</Link>
      <Link to="/me/preferences" className={tabClass}>{t`Preferences`}</Link>
      <Link to="/me/reading" className={tabClass}>{t`Reading`}</Link>
      <Link to="/me/notifications" className={tabClass}>{t`Notifications`}</Link>
      <Link to="/me/devices" className={tabClass}>{t`Devices`}</Link>
      {hasKeys && <Link to="/me/keys" className={tabClass}>{t`API keys`}</Link>}
      <Link to="/me/connections" className={tabClass}>{t`Connect`}</Link>
      <Link to="/me/export" className={tabClass}>{t`Export`}</Link>
    </Tabs>
  );
}

const ROLES = { reader: t`Reader`, maintainer: t`Maintainer`, admin: t`Admin` } as const;
