import { useRouterState } from '@tanstack/react-router';
import { useMay } from '#entities/user/use-may.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

const LibraryAlerts = lazyComponent(async () => (await import('./library-alerts.tsx')).LibraryAlerts, true);

/** These pages show the same alert with more detail. */
const OWN_ALERTS = /^\/(admin|library)\b/;

/** Alerts admins on every page to failed scans and scans that need a confirmation. */
export function ScanAlerts() {
  const manages = useMay('LibrariesWrite');
  const showsOwnAlert = useRouterState({ select: ({ location }) => OWN_ALERTS.test(location.pathname) });
  if (!manages || showsOwnAlert) return null;
  return <LibraryAlerts />;
}
