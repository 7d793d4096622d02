import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

export const LazyFilterSheet = lazyComponent(async () => (await import('./filter-sheet.tsx')).FilterSheet);
