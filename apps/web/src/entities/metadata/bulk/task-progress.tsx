import { type Picked, pickedWords } from '#entities/selection/picked.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import type { useEditMany } from './use-many.ts';

interface TaskProgressProps {
  readonly picked: Picked;
  readonly progress: NonNullable<ReturnType<typeof useEditMany>['progress']>;
}

export function TaskProgress({ picked, progress: { share, words, hasEnded, hasFailed, close } }: TaskProgressProps) {
  return (
    <Dialog
      title={`Edit ${pickedWords(picked)}`}
      open
      onClose={close}
      actions={
        <Button look={hasEnded ? 'primary' : 'secondary'} onClick={close}>
          {hasEnded ? 'Close' : 'Go on in the background'}
        </Button>
      }
    >
      <ProgressBar share={share} label="How much is changed" />
      <p role="status">{words}</p>
      {hasFailed && <Note tone="danger">The task did not finish. The page of tasks says why.</Note>}
    </Dialog>
  );
}
