import { type ComponentProps, lazy, Suspense } from 'react';
import type { SelectionBar } from './selection-bar.tsx';

const Loaded = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }));

/** The bar over what is picked, fetched when somebody begins to pick. */
export function LazySelectionBar(props: ComponentProps<typeof SelectionBar>) {
  if (!props.grid.selection.isActive) return null;
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
