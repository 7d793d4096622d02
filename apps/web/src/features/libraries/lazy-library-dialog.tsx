import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

export const LazyLibraryDialog = lazyComponent(async () => (await import('./dialog/library-dialog.tsx')).LibraryDialog);
