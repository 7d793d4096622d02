import { t } from '@lingui/core/macro';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './library-dialog.module.css';
import type { LibraryForm } from './library-form.ts';

interface DialogActionsProps {
  readonly formId: string;
  readonly form: LibraryForm;
  readonly isNew: boolean;
  /** The user tried to close with unsaved changes. */
  readonly isLeaving: boolean;
  /** Short preview for windows too small to show the full one. */
  readonly glance: string | undefined;
  readonly onGlance: () => void;
  readonly onStay: () => void;
  readonly onClose: () => void;
}

/** Footer with the save result, the short preview and the buttons. */
export function DialogActions(props: DialogActionsProps) {
  const { formId, form, isNew, isLeaving, glance, onGlance, onStay, onClose } = props;
  if (isLeaving) {
    return (
      <>
        <p role="alert" className={css['leaving']}>
          {isNew ? t`Leave without adding the library?` : t`Leave without saving your changes?`}
        </p>
        <Button autoFocus onClick={onStay}>{t`Stay`}</Button>
        <Button look="danger" onClick={onClose}>{t`Leave`}</Button>
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
      <Button onClick={onClose}>{t`Cancel`}</Button>
      <Button type="submit" form={formId} look="primary" busy={form.isBusy}>
        {isNew ? t`Add and scan` : t`Save`}
      </Button>
    </>
  );
}
