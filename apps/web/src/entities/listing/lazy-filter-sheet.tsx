import { type ComponentProps, lazy, Suspense } from 'react';
import type { FilterSheet } from './filter-sheet.tsx';

const Loaded = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

export function LazyFilterSheet(props: ComponentProps<typeof FilterSheet>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
