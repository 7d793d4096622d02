import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteList } from '#entities/list/change-lists.ts';
import { LIST_WORDS, listFacts, type SharedList } from '#entities/list/shared-list.ts';
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
  const { one, member } = LIST_WORDS[kind];
  const remove = useMutation({
    mutationFn: async () => deleteList({ kind, id: list.id }),
    onSuccess: () => {
      onDeleted();
      showToast(t`Deleted “${list.name}”`);
      void queryClient.invalidateQueries();
    },
  });
  const members = member === 'series' ? 'series' : 'books';
  return (
    <Dialog
      title={t`Delete “${list.name}”?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Keep it`}</Button>
          <Button look="danger" icon="trash" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t`Delete the ${one}`}
          </Button>
        </>
      }
    >
      <p>
        {t`It goes for everybody and does not come back (${listFacts(shared).toLowerCase()}). The ${members} themselves stay, with all that was read.`}
      </p>
      {remove.isError && <Note tone="danger">{problemSentence(remove.error)}</Note>}
    </Dialog>
  );
}
