import { lazyComponent } from '#lib/lazy-component.tsx';

export const LazyFilterSheet = lazyComponent(async () => (await import('./filter-sheet.tsx')).FilterSheet);
