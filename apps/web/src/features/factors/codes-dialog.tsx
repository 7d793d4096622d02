import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { RecoveryCodes } from '#entities/factor/recovery-codes.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface CodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes once. Until they are saved, only its button closes it: a click beside it would lose them. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const [isSaved, setSaved] = useState(false);
  return (
    <Dialog
      title={t`Your recovery codes`}
      open
      onClose={onClose}
      mayClose={() => isSaved}
      actions={<Button look="primary" onClick={onClose}>{t`Done`}</Button>}
    >
      <RecoveryCodes codes={codes} onSaved={() => setSaved(true)} />
    </Dialog>
  );
}
