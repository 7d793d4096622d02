import { t } from '@lingui/core/macro';
import type { PickedDialogProps } from '#entities/selection/action.ts';
import { pickedWords } from '#entities/selection/picked.ts';
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
      title={t`Set ${pickedWords(picked)} back?`}
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
          >{t`Set back`}</Button>
        </>
      }
    >
      {edit.problem !== undefined && <Note tone="danger">{edit.problem}</Note>}
      <p
        className={css['about']}
      >{t`They say what their files say again, and are no longer locked. Covers, reading and lists stay as they are. For 90 days it can be undone.`}</p>
      <Outcome kind={picked.kind} edits={edits} answer={outcome} keepsLocked={false} />
    </Dialog>
  );
}
