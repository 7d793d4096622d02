import { t } from '@lingui/core/macro';
import type { ReadProgress } from '@lectern/contract';
import { formatNumber } from '#lib/format.ts';
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
  if (completed) return t`You have finished this book on another device.`;
  // a place in flowing text is a percentage: its page count depends on the screen
  const isShare = locator !== undefined && progressPercentage !== null;
  return t`You are ${isShare ? t`at ${Math.round(progressPercentage * 100)}%` : t`on page ${formatNumber(currentPage)}`} on another device.`;
}
