import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

export const LazyAddToList = lazyComponent(async () => (await import('./add-to-list-dialog.tsx')).AddToListDialog);
