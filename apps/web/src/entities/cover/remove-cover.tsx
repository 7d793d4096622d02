import { select, t } from '@lingui/core/macro';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type CoverOwner, type GivenCover } from './cover-owner.ts';

interface RemoveCoverProps {
  readonly owner: CoverOwner;
  readonly cover: GivenCover;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Confirms a deletion: an uploaded picture cannot be restored. */
export function RemoveCover({ owner, cover, onRemove, onClose }: RemoveCoverProps) {
  return (
    <Dialog
      title={t`Delete this cover?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            icon="trash"
            onClick={() => {
              onClose();
              onRemove();
            }}
          >{t`Delete`}</Button>
        </>
      }
    >
      {cover.source === 'upload' && <p>{t`An uploaded picture cannot be restored.`}</p>}
      <p>{cover.isSelected ? returnWords(owner) : t`The chosen cover stays.`}</p>
    </Dialog>
  );
}

function returnWords(owner: CoverOwner): string {
  const kind = owner.kind === 'list' ? owner.shared.kind : owner.kind;
  return select(kind, {
    book: 'The book goes back to its automatic cover.',
    series: 'The series goes back to its automatic cover.',
    collection: 'The collection goes back to its automatic cover.',
    other: 'The reading list goes back to its automatic cover.',
  });
}
