import { t } from '@lingui/core/macro';
import { serverAddress } from '#lib/base-path.ts';
import { saveFile } from '#lib/save-file.ts';
import { Note } from '#ui/feedback/notice.tsx';
import { Button } from '#ui/controls/button.tsx';
import css from './factor.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved?: () => void;
}

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const save = () => {
    const text = [serverAddress(), ...codes, ''].join('\n');
    saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }));
    onSaved?.();
  };
  return (
    <>
      <p>{t`Keep these recovery codes in a safe place. Each signs you in once, when you have lost your other second factors.`}</p>
      <ul className={css['codes']} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button icon="download" onClick={save}>
        {t`Save as file`}
      </Button>
      <Note tone="warning">{t`They are not shown again. If you lose them, make new ones.`}</Note>
    </>
  );
}
