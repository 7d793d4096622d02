import { t } from '@lingui/core/macro';
import type { AppSecret } from '@lectern/contract';
import { CopyField } from '#ui/controls/copy-field.tsx';
import { QrCode } from '#ui/pictures/qr-code.tsx';
import css from './factor.module.css';

/** The secret of a new authenticator app, to scan or to type. */
export function AppSecretView({ made: { secret, uri } }: { readonly made: AppSecret }) {
  return (
    <div className={css['secret']}>
      <QrCode text={uri} label={t`QR code for your authenticator app`} />
      <p>{t`Scan the code with an authenticator app, or enter the key there. Then enter the code that the app shows.`}</p>
      <CopyField label={t`Key`} value={secret} />
    </div>
  );
}
