import { lazyComponent } from '#lib/lazy-component.tsx';

export const LazyHistoryDialog = lazyComponent(async () => (await import('./history-dialog.tsx')).HistoryDialog);
