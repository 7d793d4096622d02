import { type ComponentProps, lazy, Suspense } from 'react';
import type { LibraryDialog } from './dialog/library-dialog.tsx';

const Loaded = lazy(async () => ({ default: (await import('./dialog/library-dialog.tsx')).LibraryDialog }));

export function LazyLibraryDialog(props: ComponentProps<typeof LibraryDialog>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
