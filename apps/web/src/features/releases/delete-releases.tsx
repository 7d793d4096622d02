import { plural, t } from '@lingui/core/macro';
import { useChangeReleases } from '#entities/release/change-releases.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { PickedReleases } from './use-picked.ts';

interface DeleteReleasesProps {
  readonly picked: PickedReleases;
  readonly onClose: () => void;
}

/** Confirms a deletion, which has no undo; only the source can send the releases again. */
export function DeleteReleases({ picked, onClose }: DeleteReleasesProps) {
  const { waiting, enqueue } = useChangeReleases((deleted) => {
    picked.put(deleted, false);
    onClose();
  });
  const words = plural(picked.all.length, { one: '# release', other: '# releases' });
  return (
    <Dialog
      title={t`Delete ${words}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Keep them`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={waiting.some(({ action }) => action === 'delete')}
            onClick={() => enqueue({ picked: picked.all, action: 'delete' })}
          >
            {t`Delete ${words}`}
          </Button>
        </>
      }
    >
      <p>{t`What their sources still tell of comes again, as new. To be rid of it for good, dismiss it instead. No book is touched.`}</p>
    </Dialog>
  );
}
