import { lazyComponent } from '#lib/lazy-component.tsx';

export const LazyLibraryDialog = lazyComponent(async () => (await import('./dialog/library-dialog.tsx')).LibraryDialog);
