import { type ComponentProps, lazy, Suspense } from 'react';
import type { AddToListDialog } from './add-to-list-dialog.tsx';

const Loaded = lazy(async () => ({ default: (await import('./add-to-list-dialog.tsx')).AddToListDialog }));

/** The dialog that adds to lists, fetched when it is first opened. */
export function LazyAddToList(props: ComponentProps<typeof AddToListDialog>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
