import { t } from '@lingui/core/macro';
import { editTitle, type Picked } from '#entities/selection/picked.ts';
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
      title={editTitle(picked)}
      open
      onClose={close}
      actions={
        <Button look={hasEnded ? 'primary' : 'secondary'} onClick={close}>
          {hasEnded ? t`Close` : t`Continue in the background`}
        </Button>
      }
    >
      <ProgressBar share={share} label={t`Progress`} />
      <p role="status">{words}</p>
      {hasFailed && <Note tone="danger">{t`The task failed. See the tasks for the reason.`}</Note>}
    </Dialog>
  );
}
