import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { PasswordField } from '#ui/controls/field.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import css from './backups-page.module.css';
import { BACKUPS_KEY } from './queries.ts';
import { checkSent, sendBackup } from './send-backup.ts';

/** Adds a backup file of another server, or a downloaded one. */
export function AddBackup() {
  const [file, setFile] = useState<File>();
  return (
    <>
      <FileButton
        icon="upload"
        label={t`Backup file`}
        accept=".lectern"
        onFiles={([chosen]) => setFile(chosen)}
      >{t`Add backup file`}</FileButton>
      {file !== undefined && <AddDialog file={file} onClose={() => setFile(undefined)} />}
    </>
  );
}

interface AddDialogProps {
  readonly file: File;
  readonly onClose: () => void;
}

function AddDialog({ file, onClose }: AddDialogProps) {
  const [passphrase, setPassphrase] = useState('');
  const { add, share } = useAddition(file, onClose);
  const { name } = file;
  const size = formatBytes(file.size);
  return (
    <FormDialog
      title={t`Add backup file`}
      action={t`Add`}
      isBusy={add.isPending}
      problem={add.isError ? problemSentence(add.error) : undefined}
      onClose={onClose}
      onSubmit={() => add.mutate(passphrase)}
    >
      <p className={css['lead']}>
        {t`${name}, ${size}. The server checks every entry before it lists the backup. Nothing is restored yet.`}
      </p>
      <PasswordField
        label={t`Passphrase of the backup`}
        autoComplete="off"
        hint={t`Only for an encrypted backup whose passphrase is not in the configuration.`}
        value={passphrase}
        onText={setPassphrase}
      />
      {add.isPending && (
        <div className={css['waiting']}>
          <p>{share === 1 ? t`Checking every entry of the backup` : t`Uploading the file`}</p>
          <ProgressBar share={share === 1 ? undefined : share} label={t`Adding the backup`} />
        </div>
      )}
    </FormDialog>
  );
}

/** Sends the file once; another attempt only checks it again. Closing the dialog stops both. */
function useAddition(file: File, onAdded: () => void) {
  const queryClient = useQueryClient();
  const sentId = useRef<string>(undefined);
  const stop = useRef(new AbortController());
  const [share, setShare] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  const add = useMutation({
    mutationFn: async (passphrase: string) => {
      const { signal } = stop.current;
      sentId.current ??= await sendBackup(file, signal, setShare);
      await checkSent(sentId.current, passphrase, signal);
    },
    onSuccess: async () => {
      onAdded();
      showToast(t`Backup added and checked`);
      await queryClient.invalidateQueries({ queryKey: BACKUPS_KEY });
    },
  });
  return { add, share };
}
