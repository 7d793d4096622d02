import { Outlet } from '@tanstack/react-router';
import css from './app-shell.module.css';
import { AwayBanner } from './away-banner.tsx';
import { Navigation } from './navigation.tsx';
import { PageAnnouncer } from './page-announcer.tsx';
import { ScanAlerts } from './scan-alerts.tsx';
import { ScanPill } from './scan-pill.tsx';

/** The frame around every page but the reader: navigation by width, news of the server, the page itself. */
export function AppShell() {
  return (
    <div className={css['shell']}>
      <a className={css['skip']} href="#main">
        Skip to content
      </a>
      <Navigation />
      <main id="main" tabIndex={-1} className={css['main']}>
        <AwayBanner />
        <ScanAlerts />
        <Outlet />
      </main>
      <ScanPill />
      <PageAnnouncer />
    </div>
  );
}
