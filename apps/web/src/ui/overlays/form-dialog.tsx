import { t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { BusyNote } from '#ui/feedback/busy-note.tsx';
import { Note } from '#ui/feedback/notice.tsx';

interface FormDialogProps {
  readonly title: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Error of the whole form, or of a field that cannot show it. */
  readonly problem: string | undefined;
  readonly wide?: boolean;
  /** Called by the button or Enter, unless busy. */
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { title, action, isBusy, problem, wide = false, onSubmit, onClose, below, children } = props;
  const formId = useId();
  return (
    <Dialog
      title={title}
      open
      wide={wide}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} look="primary" busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onSubmit();
        }}
      >
        {children}
        <BusyNote busy={isBusy} />
        <div role="alert">{problem !== undefined && <Note tone="danger">{problem}</Note>}</div>
      </form>
      {below}
    </Dialog>
  );
}
