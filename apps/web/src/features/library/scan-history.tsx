import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Library, Task } from '@lectern/contract';
import { useState } from 'react';
import { scanHistoryQuery } from '#entities/scan/queries.ts';
import { changeWords, scanRecord } from '#entities/scan/scan-changes.ts';
import { folderWords, taskScope } from '#entities/task/task-words.ts';
import { formatAgo, formatDuration } from '#lib/format.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Icon, type IconName } from '#ui/pictures/icon.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './scan-history.module.css';

interface ScanHistoryProps {
  readonly library: Library;
  readonly onClose: () => void;
}

/** Past scans of a library, newest first, as long as tasks are kept. */
export function ScanHistory({ library, onClose }: ScanHistoryProps) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...scanHistoryQuery(library.id, page), placeholderData: keepPreviousData });
  return (
    <Dialog title={t`Scans of ${library.name}`} open wide onClose={onClose}>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Looking up the scans`} />}>
        {({ data, totalPages }) => (
          <>
            {data.length === 0 && <p>{t`No scan is remembered. Old ones are forgotten with the other tasks.`}</p>}
            <ul>
              {data.map((task) => (
                <ScanEntry key={task.id} task={task} />
              ))}
            </ul>
            <Pager label={t`Scans`} page={page} totalPages={totalPages} onPage={setPage} />
          </>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

const LOOKS: Readonly<Record<Task['status'], IconName>> = {
  pending: 'more',
  running: 'refresh',
  completed: 'check',
  cancelled: 'close',
  failed: 'warning',
};

function ScanEntry({ task }: { readonly task: Task }) {
  const warnings = scanRecord(task)?.warnings ?? [];
  return (
    <li className={css['entry']} data-status={task.status}>
      <Icon name={LOOKS[task.status]} size={18} />
      <div>
        <p className={css['outcome']}>{formatOutcome(task)}</p>
        <p className={css['soft']}>{formatCircumstances(task)}</p>
        {task.lastError !== null && <p className={css['problem']}>{task.lastError}</p>}
        {warnings.length > 0 && (
          <details className={css['warnings']}>
            <summary>{plural(warnings.length, { one: '# remark', other: '# remarks' })}</summary>
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}

function formatOutcome(task: Task): string {
  if (task.status === 'pending') return t`Waits for its turn`;
  if (task.status === 'running') return t`Under way`;
  if (task.status === 'failed') return t`Failed`;
  const record = scanRecord(task);
  const words = record === undefined ? t`nothing changed` : changeWords(record);
  if (task.status === 'cancelled') return words === 'nothing changed' ? t`Stopped` : t`Stopped: ${words} until then`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "2 hours ago, took 3 min, 1,930 books, folder One Piece, every file read". */
function formatCircumstances(task: Task): string {
  const { startedAt, completedAt, createdAt } = task;
  const { folders, deep } = taskScope(task);
  const lasted =
    startedAt === null || completedAt === null ? undefined : Date.parse(completedAt) - Date.parse(startedAt);
  const found = scanRecord(task)?.booksFound ?? 0;
  const facts = [
    formatAgo(completedAt ?? startedAt ?? createdAt, Date.now()),
    lasted === undefined ? undefined : t`took ${formatDuration(lasted)}`,
    found === 0 ? undefined : t`${plural(found, { one: '# book', other: '# books' })} looked at`,
    folders.length === 0 ? undefined : t`only ${folderWords(folders)}`,
    deep ? t`every file read` : undefined,
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}
