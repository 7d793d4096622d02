import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type ComponentRef, useEffect, useRef } from 'react';
import { HealthCount } from '#entities/health/health-count.tsx';
import { currentUserQuery } from '#entities/user/queries.ts';
import { ErrorState } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import css from './admin-frame.module.css';
import { ADMIN_GROUPS, adminPagesFor } from './admin-pages.ts';
import { FindSetting } from './find-setting.tsx';

const BY_PATH = { includeSearch: false };

/** Admin pages beside a rail with all of them; on a narrow screen the rail is a row that scrolls. */
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
      <div className={css['frame']}>
        <Rail pages={pages} path={path} />
        <div className={css['content']}>
          <Outlet />
        </div>
      </div>
    </Page>
  );
}

function Rail({ pages, path }: { readonly pages: ReturnType<typeof adminPagesFor>; readonly path: string }) {
  const rail = useRef<ComponentRef<'nav'>>(null);
  // in the row of a narrow screen the current page may be out of sight
  useEffect(() => {
    rail.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <nav ref={rail} className={css['rail']} aria-label={t`Manage`}>
      {Object.entries(ADMIN_GROUPS).map(([group, title]) => {
        const inGroup = pages.filter((page) => page.group === group);
        if (inGroup.length === 0) return null;
        return (
          <div key={group} className={css['group']} role="group" aria-label={title}>
            <p className={css['title']} aria-hidden="true">
              {title}
            </p>
            {inGroup.map(({ to, label }) => (
              <Link key={to} to={to} className={css['link']} activeOptions={BY_PATH}>
                {label}
                {to === '/admin/health' && <HealthCount />}
              </Link>
            ))}
          </div>
        );
      })}
    </nav>
  );
}
