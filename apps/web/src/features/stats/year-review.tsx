import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { Button } from '#ui/controls/button.tsx';
import type { YearReviewDialogProps } from './year-review-dialog.tsx';

const Loaded = lazyComponent(async () => (await import('./year-review-dialog.tsx')).YearReviewDialog);

/** Opens the year in review; the image is drawn on demand. */
export function YearReview(props: Omit<YearReviewDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="image" onClick={() => setOpen(true)}>{t`Year in review`}</Button>
      {isOpen && <Loaded {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
