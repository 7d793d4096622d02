import { t } from '@lingui/core/macro';
import { Outlet } from '@tanstack/react-router';
import css from './app-shell.module.css';
import { AwayBanner } from './away-banner.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { ScanAlerts } from './scan-alerts.tsx';
import { ScanPill } from './scan-pill.tsx';

/** Frame of every page except the reader. */
export function AppShell() {
  return (
    <div className={css['shell']}>
      <a className={css['skip']} href="#main">{t`Skip to content`}</a>
      <Navigation />
      <div className={css['column']}>
        <Header />
        <main id="main" tabIndex={-1} className={css['main']}>
          <div className={css['alerts']}>
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
