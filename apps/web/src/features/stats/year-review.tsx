import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import type { YearReviewDialogProps } from './year-review-dialog.tsx';

const Loaded = lazy(async () => ({ default: (await import('./year-review-dialog.tsx')).YearReviewDialog }));

/** Opens the year in review; the image is drawn on demand. */
export function YearReview(props: Omit<YearReviewDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="image" onClick={() => setOpen(true)}>
        Year in review
      </Button>
      {isOpen && (
        <Suspense>
          <Loaded {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
