import { t } from '@lingui/core/macro';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type CoverOwner, type GivenCover, getOwnerNoun } from './cover-owner.ts';

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
          <Button onClick={onClose}>{t`Keep it`}</Button>
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
      <p>
        {cover.source === 'upload' ? t`An uploaded picture cannot be brought back. ` : ''}
        {cover.isSelected
          ? t`The ${getOwnerNoun(owner)} goes back to its automatic cover.`
          : t`The chosen cover stays.`}
      </p>
    </Dialog>
  );
}
