import { type ComponentProps, lazy, Suspense } from 'react';
import type { HistoryDialog } from './history-dialog.tsx';

const Loaded = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }));

export function LazyHistoryDialog(props: ComponentProps<typeof HistoryDialog>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
