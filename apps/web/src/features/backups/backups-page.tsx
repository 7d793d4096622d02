import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackupList } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import list from '#entities/user/account-list.module.css';
import { taskQuery } from '#entities/task/queries.ts';
import { endSentence } from '#lib/format.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState, Note } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { AddBackup } from './add-backup.tsx';
import { BackupRow } from './backup-row.tsx';
import { BackupTask } from './backup-task.tsx';
import css from './backups-page.module.css';
import { LastRestore } from './last-restore.tsx';
import { BACKUPS_KEY, backupsQuery, backupTasksQuery } from './queries.ts';

/** Backups of the server: their state, how to make one, and how to go back to one. */
export function BackupsPage() {
  useDocumentTitle(t`Backups`);
  const query = useQuery(backupsQuery());
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading backups`} />}>
      {(backups) => <Backups backups={backups} />}
    </QueryBoundary>
  );
}

function Backups({ backups: { folder, backups, findings, lastRestore } }: { readonly backups: BackupList }) {
  const { data: tasks = [] } = useBackupTasks();
  const make = useMakeBackup();
  return (
    <>
      {lastRestore !== null && <LastRestore outcome={lastRestore} />}
      <Panel title={t`Backups`}>
        <p
          className={css['lead']}
        >{t`A backup holds accounts, reading progress, metadata, settings and added covers. It does not hold the books.`}</p>
        <Findings findings={findings} />
        <p className={css['folder']}>
          <Trans>
            Kept in <code>{folder}</code>
          </Trans>
        </p>
        <div className={css['buttons']}>
          <Button look="primary" icon="plus" busy={make.isBusy} onClick={make.run}>{t`Create backup`}</Button>
          <AddBackup />
          <Link to="/admin/settings" search={{ q: 'backups' }}>{t`Backup settings`}</Link>
        </div>
        {make.problem !== undefined && <Note tone="danger">{make.problem}</Note>}
        <ul aria-live="polite">
          {tasks.map((task) => (
            <BackupTask key={task.id} task={task} />
          ))}
        </ul>
      </Panel>
      {backups.length === 0 ? (
        <EmptyState
          icon="history"
          title={t`No backup yet`}
        >{t`The server creates one on schedule. You can create one now.`}</EmptyState>
      ) : (
        <Panel title={t`Available backups`}>
          <ul className={list['list']}>
            {backups.map((backup) => (
              <BackupRow key={backup.id} backup={backup} lastEndedAt={lastRestore?.endedAt} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Findings({ findings }: Pick<BackupList, 'findings'>) {
  return (
    <ul className={css['findings']} aria-label={t`State of the backups`}>
      {findings.map(({ state, message, advice }) => (
        <li key={message} className={css['finding']} data-state={state}>
          <Icon name={state === 'ok' ? 'check' : 'warning'} />
          <span>
            {state !== 'ok' && <span className="visually-hidden">{state === 'problem' ? t`Problem` : t`Warning`}</span>}{' '}
            {advice === null ? endSentence(message) : t`${message}. ${advice}.`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Open tasks; the list of backups is fetched again when one ends. */
function useBackupTasks() {
  const queryClient = useQueryClient();
  const query = useQuery(backupTasksQuery());
  const count = query.data?.length ?? 0;
  const before = useRef(0);
  useEffect(() => {
    if (count < before.current) void queryClient.invalidateQueries({ queryKey: BACKUPS_KEY });
    before.current = count;
  }, [count, queryClient]);
  return query;
}

/** Makes a backup, and tells why it failed. */
function useMakeBackup() {
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: async () => request('createBackup', {}),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: backupTasksQuery().queryKey }),
  });
  const { data: task } = useQuery(taskQuery(make.data?.taskId));
  const status = task?.status;
  useEffect(() => {
    if (status !== 'completed') return;
    showToast(t`Backup created and checked`);
    void queryClient.invalidateQueries({ queryKey: BACKUPS_KEY });
  }, [status, queryClient]);
  const isRunning = status === 'pending' || status === 'running';
  return {
    run: () => make.mutate(),
    isBusy: make.isPending || isRunning,
    problem: status === 'failed' ? failureWords(task?.lastError ?? undefined) : undefined,
  };
}

function failureWords(reason: string | undefined): string {
  return reason === undefined ? t`The backup failed. The server log says why.` : t`The backup failed. ${reason}`;
}
