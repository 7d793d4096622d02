import { type ComponentProps, lazy, Suspense } from 'react';
import type { SelectionBar } from './selection-bar.tsx';

const Loaded = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }));

export function LazySelectionBar(props: ComponentProps<typeof SelectionBar>) {
  if (!props.grid.selection.isActive) return null;
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
