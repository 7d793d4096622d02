import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '#entities/user/use-may.ts';

const LibraryAlerts = lazy(async () => ({ default: (await import('./library-alerts.tsx')).LibraryAlerts }));

/** Pages that say it themselves, and more of it. */
const TOLD_THERE = /^\/(admin|library)\b/;

/** Tells those who look after libraries, on every page, that a scan waits for their answer or could not be made. */
export function ScanAlerts() {
  const manages = useMay('LibrariesWrite');
  const isTold = useRouterState({ select: ({ location }) => TOLD_THERE.test(location.pathname) });
  if (!manages || isTold) return null;
  return (
    <Suspense>
      <LibraryAlerts />
    </Suspense>
  );
}
