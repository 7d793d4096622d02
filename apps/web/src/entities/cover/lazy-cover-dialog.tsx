import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

export const LazyCoverDialog = lazyComponent(async () => (await import('./cover-dialog.tsx')).CoverDialog);
