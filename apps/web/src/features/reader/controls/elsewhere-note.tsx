import { t } from '@lingui/core/macro';
import type { ReadProgress } from '@lectern/contract';
import { formatNumber, formatShare } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import css from './elsewhere-note.module.css';
import type { Elsewhere } from './use-progress.ts';

/** Offers to continue at the place of another device; never jumps by itself. */
export function ElsewhereNote({ elsewhere }: { readonly elsewhere: Elsewhere | undefined }) {
  return (
    <div className={css['place']} role="status" data-testid="elsewhere">
      {elsewhere !== undefined && (
        <div className={css['note']}>
          <p>{sayPlace(elsewhere.progress)}</p>
          <div className={css['answers']}>
            <Button look="primary" onClick={elsewhere.follow}>{t`Go there`}</Button>
            <Button onClick={elsewhere.stay}>{t`Stay here`}</Button>
          </div>
        </div>
      )}
    </div>
  );
}

function sayPlace({ completed, currentPage, locator, progressPercentage }: ReadProgress): string {
  if (completed) return t`You have read this book to the end on another device.`;
  // a place in flowing text is a percentage: its page count depends on the screen
  if (locator !== undefined && progressPercentage !== null) {
    const share = formatShare(progressPercentage);
    return t`You are at ${share} on another device.`;
  }
  const page = formatNumber(currentPage);
  return t`You are on page ${page} on another device.`;
}
