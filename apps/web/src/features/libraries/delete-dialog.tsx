import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Library } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.tsx';

interface DeleteDialogProps {
  readonly library: Library;
  readonly onClose: () => void;
}

/** Explains the effects before a library is deleted. */
export function DeleteDialog({ library, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const { name, path } = library;
  const remove = useMutation({
    mutationFn: async () => request('deleteLibrary', { params: { id: library.id } }),
    onSuccess: async () => {
      onClose();
      showToast(t`Removed “${name}”. Its files are untouched.`);
      await queryClient.invalidateQueries();
    },
  });
  const seriesCount = library.seriesCount ?? 0;
  const bookCount = library.bookCount ?? 0;
  return (
    <Dialog
      title={t`Remove “${name}”?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="danger" icon="trash" busy={remove.isPending} onClick={() => remove.mutate()}>
            {plural(bookCount, { one: 'Remove # book', other: 'Remove # books' })}
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          This removes <Plural value={seriesCount} one="# series" other="# series" /> with{' '}
          <Plural value={bookCount} one="# book" other="# books" /> from Lectern, with all reading progress. The files
          in <code>{path}</code> stay untouched.
        </Trans>
      </p>
      {remove.isError && <Note tone="danger">{problemSentence(remove.error)}</Note>}
    </Dialog>
  );
}
