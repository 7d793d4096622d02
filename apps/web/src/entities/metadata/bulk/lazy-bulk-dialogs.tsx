import { lazy, Suspense } from 'react';
import type { PickedDialogProps } from '#entities/selection/action.ts';

const Bulk = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));
const Locks = lazy(async () => ({ default: (await import('./locks-dialog.tsx')).LocksDialog }));
const Reset = lazy(async () => ({ default: (await import('./reset-dialog.tsx')).ResetDialog }));

/** Changes the same of many, fetched when it is first opened. */
export function LazyBulkDialog(props: PickedDialogProps) {
  return (
    <Suspense>
      <Bulk {...props} />
    </Suspense>
  );
}

/** Locks and unlocks fields of many, fetched when it is first opened. */
export function LazyLocksDialog(props: PickedDialogProps) {
  return (
    <Suspense>
      <Locks {...props} />
    </Suspense>
  );
}

/** Sets many back to what their files say, fetched when it is first opened. */
export function LazyResetDialog(props: PickedDialogProps) {
  return (
    <Suspense>
      <Reset {...props} />
    </Suspense>
  );
}
