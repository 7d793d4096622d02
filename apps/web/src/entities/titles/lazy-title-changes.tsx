import { type ComponentProps, lazy, Suspense } from 'react';
import type { TitleChanges } from './title-changes.tsx';

const Loaded = lazy(async () => ({ default: (await import('./title-changes.tsx')).TitleChanges }));

export function LazyTitleChanges(props: ComponentProps<typeof TitleChanges>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
