import { type ComponentProps, lazy, Suspense } from 'react';
import type { AddToListDialog } from './add-to-list-dialog.tsx';

const Loaded = lazy(async () => ({ default: (await import('./add-to-list-dialog.tsx')).AddToListDialog }));

export function LazyAddToList(props: ComponentProps<typeof AddToListDialog>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
