import { t } from '@lingui/core/macro';
import { RecoveryCodes } from '#entities/factor/recovery-codes.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface CodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes once. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  return (
    <Dialog
      title={t`Your recovery codes`}
      open
      onClose={onClose}
      actions={<Button look="primary" onClick={onClose}>{t`Done`}</Button>}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
