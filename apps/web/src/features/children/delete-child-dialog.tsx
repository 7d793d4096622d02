import { t } from '@lingui/core/macro';
import type { ChildProfile } from '@lectern/contract';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface DeleteChildDialogProps {
  readonly child: ChildProfile;
  readonly onClose: () => void;
}

/** Asks before a child profile goes, with what this browser keeps of it. */
export function DeleteChildDialog({ child: { id, name }, onClose }: DeleteChildDialogProps) {
  const remove = useAccountChange({
    change: async () => {
      await request('deleteChildProfile', { params: { id } });
      const { wipeChild } = await import('#entities/offline/wipe-offline.ts');
      await wipeChild(id);
    },
    say: () => t`Profile of ${name} deleted`,
    onDone: onClose,
    showsProblem: true,
  });
  return (
    <Dialog
      title={t`Delete ${name}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >{t`Delete for good`}</Button>
        </>
      }
    >
      <p>{t`The reading progress of this profile is deleted, too. Devices that have it open are signed out.`}</p>
      <div role="alert">{remove.isError && <Note tone="danger">{problemSentence(remove.error)}</Note>}</div>
    </Dialog>
  );
}
