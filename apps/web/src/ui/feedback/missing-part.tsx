import { describeProblem, problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import css from './missing-part.module.css';
import { Note } from './notice.tsx';

interface MissingPartProps {
  /** Why some of it could not be fetched; null when nothing is missing. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Says over the end of the window that some of a long list did not come; the list stays where it is. */
export function MissingPart({ error, onRetry }: MissingPartProps) {
  const isHelpful = describeProblem(error).retry;
  return (
    <div role="alert" className={error === null ? undefined : css['floating']}>
      {error !== null && (
        <Note tone="danger" action={isHelpful && <Button onClick={onRetry}>Try again</Button>}>
          {problemSentence(error)}
        </Note>
      )}
    </div>
  );
}
