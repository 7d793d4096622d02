import { lazy, Suspense } from 'react';
import type { KeyDialogProps } from './key-dialog.tsx';

const Loaded = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }));

export function LazyKeyDialog(props: KeyDialogProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
