import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './library-dialog.module.css';
import type { LibraryForm } from './library-form.ts';

interface DialogActionsProps {
  readonly formId: string;
  readonly form: LibraryForm;
  readonly isNew: boolean;
  /** Somebody is about to leave with changes. */
  readonly isLeaving: boolean;
  /** What the preview says, for windows in which it is out of sight. */
  readonly glance: string | undefined;
  readonly onGlance: () => void;
  readonly onStay: () => void;
  readonly onClose: () => void;
}

/** The last row of the dialog: what came of saving, a glance at the preview, and the buttons. */
export function DialogActions(props: DialogActionsProps) {
  const { formId, form, isNew, isLeaving, glance, onGlance, onStay, onClose } = props;
  if (isLeaving) {
    return (
      <>
        <p role="alert" className={css['leaving']}>
          {isNew ? 'Leave without adding the library?' : 'Leave without saving what you changed?'}
        </p>
        <Button autoFocus onClick={onStay}>
          Stay
        </Button>
        <Button look="danger" onClick={onClose}>
          Leave
        </Button>
      </>
    );
  }
  return (
    <>
      <div role="alert" className={css['saveProblem']}>
        {form.error !== null && <Note tone="danger">{problemSentence(form.error)}</Note>}
      </div>
      {glance !== undefined && (
        <button type="button" className={css['glance']} onClick={onGlance}>
          {glance}
        </button>
      )}
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={formId} look="primary" busy={form.isBusy}>
        {isNew ? 'Add and scan' : 'Save'}
      </Button>
    </>
  );
}
