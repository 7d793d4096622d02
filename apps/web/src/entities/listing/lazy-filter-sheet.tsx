import { type ComponentProps, lazy, Suspense } from 'react';
import type { FilterSheet } from './filter-sheet.tsx';

const Loaded = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

/** The sheet with the builder of filters, fetched when it is first opened. */
export function LazyFilterSheet(props: ComponentProps<typeof FilterSheet>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
