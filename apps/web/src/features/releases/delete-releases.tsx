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
  const count = picked.all.length;
  return (
    <Dialog
      title={plural(count, { one: 'Delete # release?', other: 'Delete # releases?' })}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={waiting.some(({ action }) => action === 'delete')}
            onClick={() => enqueue({ picked: picked.all, action: 'delete' })}
          >
            {plural(count, { one: 'Delete # release', other: 'Delete # releases' })}
          </Button>
        </>
      }
    >
      <p>{t`Releases that their source still lists come back as new. Dismiss them instead to get rid of them for good. No book is changed.`}</p>
    </Dialog>
  );
}
