import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteList } from '#entities/list/change-lists.ts';
import type { SharedList } from '#entities/list/shared-list.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.tsx';

interface DeleteListDialogProps {
  readonly shared: SharedList;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Explains the effects before a list is deleted for all users. */
export function DeleteListDialog({ shared, onClose, onDeleted }: DeleteListDialogProps) {
  const queryClient = useQueryClient();
  const { kind, list } = shared;
  const { name } = list;
  const remove = useMutation({
    mutationFn: async () => deleteList({ kind, id: list.id }),
    onSuccess: () => {
      onDeleted();
      showToast(t`Deleted “${name}”`);
      void queryClient.invalidateQueries();
    },
  });
  return (
    <Dialog
      title={t`Delete “${name}”?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Keep it`}</Button>
          <Button look="danger" icon="trash" busy={remove.isPending} onClick={() => remove.mutate()}>
            {kind === 'collection' ? t`Delete collection` : t`Delete reading list`}
          </Button>
        </>
      }
    >
      <p>{formatEffect(shared)}</p>
      {remove.isError && <Note tone="danger">{problemSentence(remove.error)}</Note>}
    </Dialog>
  );
}

function formatEffect({ kind, list }: SharedList): string {
  if (kind === 'readList') {
    const { bookCount } = list;
    return plural(bookCount, {
      one: 'The reading list with # book is deleted for all users and cannot be restored. The book itself stays, with its progress.',
      other:
        'The reading list with # books is deleted for all users and cannot be restored. The books themselves stay, with their progress.',
    });
  }
  const { seriesCount } = list;
  if (seriesCount === null) {
    return t`The collection and its rule are deleted for all users and cannot be restored. The series themselves stay, with their progress.`;
  }
  return plural(seriesCount, {
    one: 'The collection with # series is deleted for all users and cannot be restored. The series itself stays, with its progress.',
    other:
      'The collection with # series is deleted for all users and cannot be restored. The series themselves stay, with their progress.',
  });
}
