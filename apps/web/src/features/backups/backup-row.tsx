import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Backup } from '@lectern/contract';
import { useState } from 'react';
import list from '#entities/user/account-list.module.css';
import { request } from '#lib/api.ts';
import { formatAgo, formatBytes, formatMoment } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './backups-page.module.css';
import { DeleteBackupDialog } from './delete-backup-dialog.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { backupTasksQuery } from './queries.ts';
import { RestoreDialog } from './restore-dialog.tsx';

const REASONS: Readonly<Record<Backup['reason'], string>> = {
  manual: t`Manual`,
  scheduled: t`Scheduled`,
  migration: t`Before an update`,
  added: t`Added`,
};

interface BackupRowProps {
  readonly backup: Backup;
  readonly lastEndedAt: string | undefined;
}

export function BackupRow({ backup, lastEndedAt }: BackupRowProps) {
  const [dialog, setDialog] = useState<'restore' | 'download' | 'delete'>();
  const check = useCheck(backup.id);
  const { fault, createdAt } = backup;
  const made = formatMoment(createdAt);
  const close = () => setDialog(undefined);
  return (
    <li className={list['row']}>
      <span className={list['mark']}>
        <Icon name={fault === null ? 'history' : 'warning'} />
      </span>
      <div className={list['words']}>
        <p className={list['name']}>{made}</p>
        <p className={list['detail']}>{describeContents(backup)}</p>
        <p className={list['detail']}>{describeChecks(backup)}</p>
        {fault !== null && <p className={css['fault']}>{t`Cannot be restored: ${fault}`}</p>}
        <p className={css['badges']}>
          <span className={list['badge']} data-tone="quiet">
            {REASONS[backup.reason]}
          </span>
          {backup.isEncrypted && <span className={list['badge']} data-tone="quiet">{t`Encrypted`}</span>}
        </p>
      </div>
      <div className={css['actions']}>
        <Button
          icon="undo"
          aria-label={t`Restore the backup of ${made}`}
          onClick={() => setDialog('restore')}
        >{t`Restore`}</Button>
        <Button
          icon="download"
          aria-label={t`Download the backup of ${made}`}
          onClick={() => setDialog('download')}
        >{t`Download`}</Button>
        <Button
          look="quiet"
          icon="check"
          busy={check.isPending}
          aria-label={t`Check the backup of ${made}`}
          onClick={() => check.mutate()}
        >{t`Check`}</Button>
        <Button
          look="quiet"
          icon="trash"
          aria-label={t`Delete the backup of ${made}`}
          onClick={() => setDialog('delete')}
        >{t`Delete`}</Button>
      </div>
      {dialog === 'restore' && <RestoreDialog backup={backup} lastEndedAt={lastEndedAt} onClose={close} />}
      {dialog === 'download' && <DownloadDialog backup={backup} onClose={close} />}
      {dialog === 'delete' && <DeleteBackupDialog backup={backup} onClose={close} />}
    </li>
  );
}

function useCheck(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => request('verifyBackup', { params: { id } }),
    onSuccess: () => showToast(t`The backup is being checked`),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: backupTasksQuery().queryKey }),
  });
}

function describeContents({ bookCount, userCount, sizeBytes, version }: Backup): string {
  const counts = [
    plural(bookCount, { one: '# book', other: '# books' }),
    plural(userCount, { one: '# account', other: '# accounts' }),
    formatBytes(sizeBytes),
  ];
  return [...counts, t`Lectern ${version}`].join(' · ');
}

function describeChecks({ verifiedAt, drilledAt }: Backup): string {
  return [checkedWords(verifiedAt), ...(drilledAt === null ? [] : [testedWords(drilledAt)])].join(' · ');
}

function checkedWords(verifiedAt: string | null): string {
  if (verifiedAt === null) return t`Never checked`;
  const ago = formatAgo(verifiedAt, Date.now());
  return t`Checked ${ago}`;
}

function testedWords(drilledAt: string): string {
  const ago = formatAgo(drilledAt, Date.now());
  return t`Test restore ${ago}`;
}
