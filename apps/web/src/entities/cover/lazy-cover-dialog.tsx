import { type ComponentProps, lazy, Suspense } from 'react';
import type { CoverDialog } from './cover-dialog.tsx';

const Loaded = lazy(async () => ({ default: (await import('./cover-dialog.tsx')).CoverDialog }));

export function LazyCoverDialog(props: ComponentProps<typeof CoverDialog>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
