import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { Backup } from '@lectern/contract';
import { useState } from 'react';
import { FactorNeeded } from '#entities/factor/factor-needed.tsx';
import { CurrentPasswordField } from '#entities/user/account-fields.tsx';
import { formatBytes } from '#lib/format.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { Note } from '#ui/feedback/notice.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { downloadBackup } from './queries.ts';

interface DownloadDialogProps {
  readonly backup: Backup;
  readonly onClose: () => void;
}

/** Downloads a backup; asks for the password when the sign-in is not recent. */
export function DownloadDialog({ backup, onClose }: DownloadDialogProps) {
  const size = formatBytes(backup.sizeBytes);
  const [password, setPassword] = useState('');
  const download = useMutation({
    mutationFn: async () => downloadBackup(backup.id, password),
    onSuccess: onClose,
  });
  const problem = fieldProblems(download.error)['currentPassword'];
  const [asksPassword, setAsksPassword] = useState(false);
  if (problem !== undefined && !asksPassword) setAsksPassword(true);
  return (
    <>
      <FactorNeeded refused={download} onConfirmed={() => download.mutate()} />
      <FormDialog
        title={t`Download backup`}
        action={t`Download ${size}`}
        isBusy={download.isPending}
        problem={generalProblem(download.error, (path) => path === 'currentPassword' || path === 'secondFactor')}
        onClose={onClose}
        onSubmit={() => download.mutate()}
      >
        {backup.isEncrypted ? (
          <Note tone="info">{t`The file is encrypted. It is useless without its passphrase.`}</Note>
        ) : (
          <Note tone="warning">{t`The file is not encrypted. It holds password hashes and the secret that signs sessions: keep it safe.`}</Note>
        )}
        {asksPassword && <CurrentPasswordField value={password} onText={setPassword} problem={problem} autoFocus />}
      </FormDialog>
    </>
  );
}
