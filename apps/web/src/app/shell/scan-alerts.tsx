import { useRouterState } from '@tanstack/react-router';
import { useMay } from '#entities/user/use-may.ts';
import { lazyComponent } from '#lib/lazy-component.tsx';

const LibraryAlerts = lazyComponent(async () => (await import('./library-alerts.tsx')).LibraryAlerts);

/** These pages show the same alert with more detail. */
const TOLD_THERE = /^\/(admin|library)\b/;

/** Alerts admins on every page to failed scans and scans that need a confirmation. */
export function ScanAlerts() {
  const manages = useMay('LibrariesWrite');
  const isTold = useRouterState({ select: ({ location }) => TOLD_THERE.test(location.pathname) });
  if (!manages || isTold) return null;
  return <LibraryAlerts />;
}
