import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  const remove = useMutation({
    mutationFn: async () => request('deleteLibrary', { params: { id: library.id } }),
    onSuccess: async () => {
      onClose();
      showToast(t`Removed “${library.name}”. Its files are where they were.`);
      await queryClient.invalidateQueries();
    },
  });
  const series = plural(library.seriesCount ?? 0, { one: '# series', other: '# series' });
  const books = plural(library.bookCount ?? 0, { one: '# book', other: '# books' });
  return (
    <Dialog
      title={t`Remove “${library.name}”?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Keep it`}</Button>
          <Button look="danger" icon="trash" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t`Remove ${books}`}
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          {series} with {books} leave Lectern, and with them what everybody has read of them. The files in{' '}
          <code>{library.path}</code> stay untouched.
        </Trans>
      </p>
      {remove.isError && <Note tone="danger">{problemSentence(remove.error)}</Note>}
    </Dialog>
  );
}
