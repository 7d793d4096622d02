import { t } from '@lingui/core/macro';
import { useAccountChange } from '#entities/user/change-users.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface RemoveDialogProps {
  readonly title: string;
  /** What the removal ends. */
  readonly text: string;
  /** Toast text of a removed factor. */
  readonly done: string;
  readonly remove: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before a second factor is removed: the account may be locked without it. */
export function RemoveDialog({ title, text, done, remove, onClose }: RemoveDialogProps) {
  const removal = useAccountChange({ change: remove, say: () => done, onDone: onClose });
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="danger" busy={removal.isPending} onClick={() => removal.mutate(undefined)}>{t`Remove`}</Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
