import { lazyFallback } from '#ui/feedback/lazy-fallback.tsx';

/** What this device keeps in place of what the server does not answer; the children until that is known. */
export const LazyKeptHome = lazyFallback(async () => (await import('./kept-home.tsx')).KeptHome);

export const LazyKeptList = lazyFallback(async () => (await import('./kept-list.tsx')).KeptList);

export const LazyKeptSeriesPage = lazyFallback(async () => (await import('./kept-series-page.tsx')).KeptSeriesPage);

export const LazyKeptSeriesBooks = lazyFallback(async () => (await import('./kept-series-page.tsx')).KeptSeriesBooks);
