import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { HealthCount } from '#entities/health/health-count.tsx';
import { currentUserQuery } from '#entities/user/queries.ts';
import { ErrorState } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';
import { adminPagesFor } from './admin-pages.ts';

const BY_PATH = { includeSearch: false };

export function AdminFrame() {
  const { data: user } = useQuery(currentUserQuery());
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (user === undefined) return null;
  const pages = adminPagesFor(user.effectivePermissions);
  if (!pages.some(({ to }) => path.startsWith(to))) {
    return (
      <ErrorState
        level={1}
        title={t`You do not have access to this`}
        text={t`Administrators of this server look after it: ask one of them.`}
      />
    );
  }
  return (
    <Page title={t`Manage`} narrow>
      <Tabs label={t`Manage`}>
        {pages.map(({ to, label }) => (
          <Link key={to} to={to} className={tabClass} activeOptions={BY_PATH}>
            {label}
            {to === '/admin/health' && <HealthCount />}
          </Link>
        ))}
      </Tabs>
      <Outlet />
    </Page>
  );
}
