import { lazy, Suspense } from 'react';
import type { PickedDialogProps } from '#entities/selection/action.ts';

const Bulk = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));
const Locks = lazy(async () => ({ default: (await import('./locks-dialog.tsx')).LocksDialog }));
const Reset = lazy(async () => ({ default: (await import('./reset-dialog.tsx')).ResetDialog }));

export function LazyBulkDialog(props: PickedDialogProps) {
  return (
    <Suspense>
      <Bulk {...props} />
    </Suspense>
  );
}

export function LazyLocksDialog(props: PickedDialogProps) {
  return (
    <Suspense>
      <Locks {...props} />
    </Suspense>
  );
}

export function LazyResetDialog(props: PickedDialogProps) {
  return (
    <Suspense>
      <Reset {...props} />
    </Suspense>
  );
}
