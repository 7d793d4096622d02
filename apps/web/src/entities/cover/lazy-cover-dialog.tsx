import { lazyComponent } from '#lib/lazy-component.tsx';

export const LazyCoverDialog = lazyComponent(async () => (await import('./cover-dialog.tsx')).CoverDialog);
