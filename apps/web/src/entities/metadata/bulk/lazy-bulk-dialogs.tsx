import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

export const LazyBulkDialog = lazyComponent(async () => (await import('./bulk-dialog.tsx')).BulkDialog);
export const LazyLocksDialog = lazyComponent(async () => (await import('./locks-dialog.tsx')).LocksDialog);
export const LazyResetDialog = lazyComponent(async () => (await import('./reset-dialog.tsx')).ResetDialog);
