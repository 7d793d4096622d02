import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Backup } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { formatMoment } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { BACKUPS_KEY } from './queries.ts';

interface DeleteBackupDialogProps {
  readonly backup: Backup;
  readonly onClose: () => void;
}

export function DeleteBackupDialog({ backup, onClose }: DeleteBackupDialogProps) {
  const queryClient = useQueryClient();
  const made = formatMoment(backup.createdAt);
  const remove = useMutation({
    mutationFn: async () => request('deleteBackup', { params: { id: backup.id } }),
    onSuccess: async () => {
      onClose();
      showToast(t`Backup of ${made} deleted`);
      await queryClient.invalidateQueries({ queryKey: BACKUPS_KEY });
    },
  });
  return (
    <Dialog
      title={t`Delete this backup?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={remove.isPending}
            onClick={() => remove.mutate()}
          >{t`Delete`}</Button>
        </>
      }
    >
      <p>{t`The backup of ${made} will be deleted from the disk. This cannot be undone.`}</p>
      {remove.isError && <Note tone="danger">{problemSentence(remove.error)}</Note>}
    </Dialog>
  );
}
