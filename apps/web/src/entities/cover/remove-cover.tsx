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
      title="Delete this cover?"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            icon="trash"
            onClick={() => {
              onClose();
              onRemove();
            }}
          >
            Delete
          </Button>
        </>
      }
    >
      <p>
        {cover.source === 'upload' ? 'An uploaded picture cannot be brought back. ' : ''}
        {cover.isSelected ? `The ${getOwnerNoun(owner)} goes back to its automatic cover.` : 'The chosen cover stays.'}
      </p>
    </Dialog>
  );
}
