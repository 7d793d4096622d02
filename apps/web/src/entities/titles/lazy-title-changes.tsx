import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

export const LazyTitleChanges = lazyComponent(async () => (await import('./title-changes.tsx')).TitleChanges);
