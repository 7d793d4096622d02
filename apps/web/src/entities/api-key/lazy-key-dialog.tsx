import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

export const LazyKeyDialog = lazyComponent(async () => (await import('./key-dialog.tsx')).KeyDialog);
