import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CreatedApiKey } from '@lectern/contract';
import { useState } from 'react';
import { serverAddress } from '#lib/base-path.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyField } from '#ui/controls/copy-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { QrCode } from '#ui/pictures/qr-code.tsx';
import css from './shown-key.module.css';

/** Where an app finds the server. */
export interface AppPlace {
  /** As the app calls the address. */
  readonly field: string;
  readonly address: string;
}

interface ShownKeyProps {
  readonly made: CreatedApiKey;
  readonly place?: AppPlace | undefined;
  readonly onClose: () => void;
}

/** Shows a new key. Closing needs a confirmation because the key cannot be shown again. */
export function ShownKey({ made, place, onClose }: ShownKeyProps) {
  const { field, address } = place ?? { field: t`Address`, address: serverAddress() };
  const { name } = made;
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog
      title={t`Your key for “${name}”`}
      open
      wide
      onClose={onClose}
      mayClose={() => isCopied}
      actions={<Button look="primary" onClick={onClose}>{t`Done`}</Button>}
    >
      <CopyField label={t`API key`} value={made.key} onCopied={() => setCopied(true)} />
      <div className={css['scan']}>
        <QrCode text={made.key} label={t`QR code of the key for “${name}”`} />
        <p>{t`Or scan it with the device that needs it, and paste it as the password there.`}</p>
      </div>
      <CopyField label={field} value={address} />
      <div className={css['scan']}>
        <QrCode text={address} label={t`QR code of the address ${address}`} />
        <p>{t`The device needs this address, too.`}</p>
      </div>
      <Note tone="warning">
        <Trans>
          Copy it now: <strong>it is not shown again</strong>. Treat it like a password: anyone who has it can use its
          permissions. If you lose it, revoke it and create a new one.
        </Trans>
      </Note>
    </Dialog>
  );
}
