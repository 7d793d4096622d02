import type { ReactNode, SubmitEvent } from 'react';
import { fieldProblems, problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Note } from '#ui/notice.tsx';

interface AccountDialogProps {
  readonly title: string;
  /** What its button does. */
  readonly action: string;
  readonly formId: string;
  readonly change: { readonly isPending: boolean; readonly error: Error | null };
  readonly onClose: () => void;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly children: ReactNode;
}

/** A form about one's own account; what the server objects to in no field of it stands at its end. */
export function AccountDialog(props: AccountDialogProps) {
  const { title, action, formId, change, onClose, onSubmit, children } = props;
  const isGeneral = change.error !== null && Object.keys(fieldProblems(change.error)).length === 0;
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" form={formId} look="primary" busy={change.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit}>
        {children}
        <div role="alert">{isGeneral && <Note tone="danger">{problemSentence(change.error)}</Note>}</div>
      </form>
    </Dialog>
  );
}
