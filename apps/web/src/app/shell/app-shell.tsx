import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { currentUserQuery, isChild, isView } from '#entities/user/queries.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import css from './app-shell.module.css';
import { AwayBanner } from './away-banner.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { ScanAlerts } from './scan-alerts.tsx';
import { ScanPill } from './scan-pill.tsx';

const ProfileBar = lazyComponent(async () => (await import('./profile-bar.tsx')).ProfileBar);

/** Frame of every page except the reader. */
export function AppShell() {
  const { data: user } = useQuery(currentUserQuery());
  return (
    <div className={css['shell']}>
      <a className={css['skip']} href="#main">{t`Skip to content`}</a>
      <Navigation />
      <div className={css['column']}>
        <Header />
        <main id="main" tabIndex={-1} className={css['main']}>
          <div className={css['alerts']}>
            {/* an admin who sees the app as a child profile ends the view instead */}
            {user !== undefined && isChild(user) && !isView(user) && <ProfileBar user={user} />}
            <AwayBanner />
            <ScanAlerts />
          </div>
          <Outlet />
        </main>
      </div>
      <ScanPill />
      <PageAnnouncer />
    </div>
  );
}
