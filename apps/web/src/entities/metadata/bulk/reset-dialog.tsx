import { plural, t } from '@lingui/core/macro';
import type { PickedDialogProps } from '#entities/selection/action.ts';
import type { Picked } from '#entities/selection/picked.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { listFields } from '../fields.ts';
import css from './bulk.module.css';
import { Outcome } from './outcome.tsx';
import { TaskProgress } from './task-progress.tsx';
import { useEditMany, usePreview } from './use-many.ts';

/** Resets the selection to the metadata of its files. */
export function ResetDialog({ picked, onClose }: PickedDialogProps) {
  const edits = { reset: listFields(picked.kind).map(({ name }) => name) };
  const outcome = usePreview(picked, edits);
  const edit = useEditMany(picked, onClose);
  if (edit.progress !== undefined) return <TaskProgress picked={picked} progress={edit.progress} />;
  return (
    <Dialog
      title={formatTitle(picked)}
      open
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button
            look="danger"
            busy={edit.isBusy}
            disabled={outcome.data === undefined || outcome.data.updated === 0}
            onClick={() => edit.run(edits)}
          >{t`Reset`}</Button>
        </>
      }
    >
      {edit.problem !== undefined && <Note tone="danger">{edit.problem}</Note>}
      <p
        className={css['about']}
      >{t`All fields take the values of the files again and are unlocked. Covers, progress and lists stay as they are. You can undo this for 90 days.`}</p>
      <Outcome kind={picked.kind} edits={edits} answer={outcome} keepsLocked={false} />
    </Dialog>
  );
}

function formatTitle({ kind, count }: Picked): string {
  return kind === 'series'
    ? plural(count, { one: 'Reset # series?', other: 'Reset # series?' })
    : plural(count, { one: 'Reset # book?', other: 'Reset # books?' });
}
