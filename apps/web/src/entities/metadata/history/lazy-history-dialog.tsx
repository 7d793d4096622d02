import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

export const LazyHistoryDialog = lazyComponent(async () => (await import('./history-dialog.tsx')).HistoryDialog);
