import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BinnedBook } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface PurgeDialogProps {
  readonly book: BinnedBook;
  readonly onClose: () => void;
}

/** Explains the effects before a book is removed for good. */
export function PurgeDialog({ book, onClose }: PurgeDialogProps) {
  const { id, title, path } = book;
  const queryClient = useQueryClient();
  const purge = useMutation({
    mutationFn: async () => request('purgeBinnedBooks', { body: { bookIds: [id] } }),
    onSuccess: async ({ kept }) => {
      if (kept > 0) return;
      onClose();
      showToast(t`“${title}” deleted for good`);
      await queryClient.invalidateQueries();
    },
  });
  const isKept = purge.data !== undefined && purge.data.kept > 0;
  return (
    <Dialog
      title={t`Delete “${title}” for good?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={purge.isPending}
            onClick={() => purge.mutate()}
          >{t`Delete for good`}</Button>
        </>
      }
    >
      <p>
        {book.isFileInTrash
          ? t`This also deletes its file in the trash, and the progress, ratings and list places of every user. This cannot be undone.`
          : t`This also deletes the progress, ratings and list places of every user. This cannot be undone.`}
      </p>
      {isKept && (
        <Note tone="danger">{t`The file ${path} is still in the library, so the next scan would find the book again. Delete the file first.`}</Note>
      )}
      {purge.isError && <Note tone="danger">{problemSentence(purge.error)}</Note>}
    </Dialog>
  );
}
