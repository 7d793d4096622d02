import { lazy, Suspense } from 'react';
import type { KeyDialogProps } from './key-dialog.tsx';

const Loaded = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }));

/** The dialog that makes or changes a key, fetched when it is first opened. */
export function LazyKeyDialog(props: KeyDialogProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
