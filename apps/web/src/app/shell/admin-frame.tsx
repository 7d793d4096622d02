import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { HealthCount } from '#entities/health/health-count.tsx';
import { currentUserQuery } from '#entities/user/queries.ts';
import { ErrorState } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import { ADMIN_GROUPS, type AdminPage, adminPagesFor } from './admin-pages.ts';
import { FindSetting } from './find-setting.tsx';
import { RailFrame } from './rail-frame.tsx';

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
        text={t`Only admins of this server do. Ask one of them.`}
      />
    );
  }
  return (
    <Page title={t`Manage`} actions={<FindSetting />}>
      <RailFrame label={t`Manage`} groups={toGroups(pages)} />
    </Page>
  );
}

function toGroups(pages: readonly AdminPage[]) {
  return Object.entries(ADMIN_GROUPS)
    .map(([group, title]) => ({ title, pages: pages.filter((page) => page.group === group).map(toRailPage) }))
    .filter((group) => group.pages.length > 0);
}

function toRailPage({ to, label }: AdminPage) {
  return to === '/admin/health' ? { to, label, badge: <HealthCount /> } : { to, label };
}
