import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Backup, RestorePreview } from '@lectern/contract';
import { useId, useState } from 'react';
import { FactorNeeded } from '#entities/factor/factor-needed.tsx';
import { CurrentPasswordField } from '#entities/user/account-fields.tsx';
import { request } from '#lib/api.ts';
import { endSentence, formatBytes, formatMoment, formatNumber } from '#lib/format.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { CheckField, PasswordField } from '#ui/controls/field.tsx';
import { BusyNote } from '#ui/feedback/busy-note.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { Table } from '#ui/layout/table.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import css from './backups-page.module.css';
import { restorePreviewQuery } from './queries.ts';
import { RestoreProgress } from './restore-progress.tsx';

interface RestoreDialogProps {
  readonly backup: Backup;
  /** End of the restore before; undefined without any. */
  readonly lastEndedAt: string | undefined;
  readonly onClose: () => void;
}

const KINDS = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** Compares the current state with the backup, asks for the password, and follows the restore. */
export function RestoreDialog({ backup, lastEndedAt, onClose }: RestoreDialogProps) {
  const [taskId, setTaskId] = useState<string>();
  const preview = useQuery({ ...restorePreviewQuery(backup.id), enabled: taskId === undefined });
  const formId = useId();
  const made = formatMoment(backup.createdAt);
  const restore = useRestore(backup.id, setTaskId);
  if (taskId !== undefined) return <RestoreProgress taskId={taskId} lastEndedAt={lastEndedAt} onClose={onClose} />;
  const isPossible = preview.data?.obstacle === null;
  return (
    <Dialog
      title={t`Restore the backup of ${made}?`}
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          {isPossible && (
            <Button type="submit" form={formId} look="danger" icon="undo" busy={restore.isPending}>{t`Restore`}</Button>
          )}
        </>
      }
    >
      <QueryBoundary query={preview} loading={<BoxSkeletons label={t`Comparing the backup with the current state`} />}>
        {(found) => (
          <>
            <Comparison preview={found} />
            {found.obstacle === null ? (
              <RestoreForm formId={formId} preview={found} restore={restore} />
            ) : (
              <Note tone="danger">{endSentence(found.obstacle)}</Note>
            )}
          </>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

function Comparison({ preview: { backup, now } }: { readonly preview: RestorePreview }) {
  return (
    <Table
      label={t`Current state and backup`}
      columns={['', t`Now`, t`In the backup`]}
      rows={[
        ['books', t`Books`, formatNumber(now.bookCount), formatNumber(backup.bookCount)],
        ['accounts', t`Accounts`, formatNumber(now.userCount), formatNumber(backup.userCount)],
        ['rows', t`Database rows`, formatNumber(now.rowCount), formatNumber(backup.rowCount)],
        ['version', 'Lectern', now.version, backup.version],
        ['database', t`Database`, KINDS[now.databaseKind], KINDS[backup.databaseKind]],
      ]}
    />
  );
}

interface Wanted {
  readonly currentPassword: string;
  readonly passphrase: string;
}

function useRestore(id: string, onQueued: (taskId: string) => void) {
  return useMutation({
    mutationFn: async ({ currentPassword, passphrase }: Wanted) =>
      request('restoreBackup', {
        params: { id },
        body: {
          ...(currentPassword === '' ? {} : { currentPassword }),
          ...(passphrase === '' ? {} : { passphrase }),
        },
      }),
    onSuccess: ({ taskId }) => onQueued(taskId),
  });
}

interface RestoreFormProps {
  readonly formId: string;
  readonly preview: RestorePreview;
  readonly restore: ReturnType<typeof useRestore>;
}

/** Problems that a field or a dialog of their own shows. */
const SHOWN: ReadonlySet<string> = new Set(['passphrase', 'currentPassword', 'secondFactor']);

function RestoreForm({ formId, preview, restore }: RestoreFormProps) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [isSure, setSure] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const problems = fieldProblems(restore.error);
  const general =
    isAsked && !isSure
      ? t`Confirm that the current state is replaced.`
      : generalProblem(restore.error, (path) => SHOWN.has(path));
  const send = () => restore.mutate({ currentPassword, passphrase });
  return (
    <>
      <FactorNeeded refused={restore} onConfirmed={send} />
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (isSure && !restore.isPending) send();
        }}
      >
        <WhatHappens preview={preview} />
        {preview.backup.isEncrypted && (
          <PasswordField
            label={t`Passphrase of the backup`}
            autoComplete="off"
            required={preview.needsPassphrase}
            hint={preview.needsPassphrase ? undefined : t`Only if it differs from the passphrase in the configuration.`}
            value={passphrase}
            onText={setPassphrase}
            problem={problems['passphrase']}
          />
        )}
        <CurrentPasswordField
          value={currentPassword}
          onText={setCurrentPassword}
          problem={problems['currentPassword']}
          required={false}
        />
        <CheckField label={t`Replace the current state with the backup`} checked={isSure} onChecked={setSure} />
        <BusyNote busy={restore.isPending} />
        <div role="alert">{general !== undefined && <Note tone="danger">{general}</Note>}</div>
      </form>
    </>
  );
}

function WhatHappens({ preview: { neededBytes, freeBytes } }: Pick<RestoreFormProps, 'preview'>) {
  return (
    <ol className={css['steps']}>
      <li>
        {t`Lectern checks every entry of the backup and loads it next to the current state.`}
        {neededBytes !== null && ` ${spaceWords(neededBytes, freeBytes)}`}
      </li>
      <li>{t`The server restarts with the restored state. Everyone waits a few seconds and has to sign in again.`}</li>
      <li>{t`The current state moves to a folder in the data folder and is not deleted. If the server does not start, it comes back.`}</li>
      <li>{t`Accounts, passwords and rights are those of the backup. API keys and links that were revoked since then stay revoked.`}</li>
    </ol>
  );
}

function spaceWords(neededBytes: number, freeBytes: number | null): string {
  const needed = formatBytes(neededBytes);
  if (freeBytes === null) return t`It needs about ${needed}.`;
  const free = formatBytes(freeBytes);
  return t`It needs about ${needed}, and ${free} are free.`;
}
