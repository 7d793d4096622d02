import { type ComponentProps, lazy, Suspense } from 'react';
import type { TrackSeries } from './track-series.tsx';

const Loaded = lazy(async () => ({ default: (await import('./track-series.tsx')).TrackSeries }));

export function LazyTrackSeries(props: ComponentProps<typeof TrackSeries>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
