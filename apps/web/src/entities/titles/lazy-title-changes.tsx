import { lazyComponent } from '#lib/lazy-component.tsx';

export const LazyTitleChanges = lazyComponent(async () => (await import('./title-changes.tsx')).TitleChanges);
