import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

export const LazyTrackSeries = lazyComponent(async () => (await import('./track-series.tsx')).TrackSeries);
