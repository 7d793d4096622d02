import { t } from '@lingui/core/macro';
import { describeProblem, problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import css from './missing-part.module.css';
import { Note } from './notice.tsx';

interface MissingPartProps {
  /** Null when nothing is missing. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Reports pages of a long list that failed to load; the list stays visible. */
export function MissingPart({ error, onRetry }: MissingPartProps) {
  const isHelpful = describeProblem(error).retry;
  return (
    <div role="alert" className={error === null ? undefined : css['floating']}>
      {error !== null && (
        <Note tone="danger" action={isHelpful && <Button onClick={onRetry}>{t`Try again`}</Button>}>
          {problemSentence(error)}
        </Note>
      )}
    </div>
  );
}
