import type { ComponentProps } from 'react';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import type { SelectionBar } from './selection-bar.tsx';

const Loaded = lazyComponent(async () => (await import('./selection-bar.tsx')).SelectionBar);

export function LazySelectionBar(props: ComponentProps<typeof SelectionBar>) {
  if (!props.grid.selection.isActive) return null;
  return <Loaded {...props} />;
}
