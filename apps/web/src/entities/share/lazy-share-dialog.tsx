import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import type { ShareDialogProps } from './share-target.ts';

export const LazyShareDialog = lazyComponent<ShareDialogProps>(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
);
