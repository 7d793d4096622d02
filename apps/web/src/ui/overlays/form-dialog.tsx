import { type ReactNode, useId } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { BusyNote } from '#ui/feedback/busy-note.tsx';
import { Note } from '#ui/feedback/notice.tsx';

interface FormDialogProps {
  readonly title: string;
  /** What its button does. */
  readonly action: string;
  readonly isBusy: boolean;
  /** What is wrong with it as a whole, or with a field that cannot say so itself. */
  readonly problem: string | undefined;
  readonly wide?: boolean;
  /** The button, or Enter in a field; not while it is busy. */
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** What the form has no part in, below it. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** A form over the page: its fields, what is wrong with them, and the buttons that leave it or do it. */
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
          <Button onClick={onClose}>Leave it</Button>
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
