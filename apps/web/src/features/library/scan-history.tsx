import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Library, Task } from '@lectern/contract';
import { useState } from 'react';
import { scanHistoryQuery } from '#entities/scan/queries.ts';
import { changeWords, type ScanRecord, scanRecord } from '#entities/scan/scan-changes.ts';
import { taskScope } from '#entities/task/task-words.ts';
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
  const { name } = library;
  const query = useQuery({ ...scanHistoryQuery(library.id, page), placeholderData: keepPreviousData });
  return (
    <Dialog title={t`Scans of ${name}`} open wide onClose={onClose}>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading scans`} />}>
        {({ data, totalPages }) => (
          <>
            {data.length === 0 && <p>{t`No scans are listed. Old ones are deleted with other old tasks.`}</p>}
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
  const count = warnings.length;
  return (
    <li className={css['entry']} data-status={task.status}>
      <Icon name={LOOKS[task.status]} size={18} />
      <div>
        <p className={css['outcome']}>{formatOutcome(task)}</p>
        <p className={css['soft']}>{formatCircumstances(task)}</p>
        {task.lastError !== null && <p className={css['problem']}>{task.lastError}</p>}
        {count > 0 && (
          <details className={css['warnings']}>
            <summary>{plural(count, { one: '# warning', other: '# warnings' })}</summary>
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
  if (task.status === 'pending') return t`Waiting`;
  if (task.status === 'running') return t`Running`;
  if (task.status === 'failed') return t`Failed`;
  const record = scanRecord(task);
  const changes = record === undefined || !hasChanges(record) ? undefined : changeWords(record);
  if (task.status === 'completed') return changes ?? t`Nothing changed`;
  return changes === undefined ? t({ message: 'Stopped', context: 'scan' }) : t`Stopped. Until then: ${changes}`;
}

function hasChanges(record: ScanRecord): boolean {
  const { booksAdded, booksChanged, booksMoved, booksRestored, booksDeleted, booksPurged } = record;
  return [booksAdded, booksChanged, booksMoved, booksRestored, booksDeleted, booksPurged].some((count) => count > 0);
}

/** "2 hours ago · took 3 min · 1,930 books checked · only folder “One Piece” · all files read again". */
function formatCircumstances(task: Task): string {
  const { startedAt, completedAt, createdAt } = task;
  const { folders, deep } = taskScope(task);
  const lasted =
    startedAt === null || completedAt === null ? undefined : Date.parse(completedAt) - Date.parse(startedAt);
  const found = scanRecord(task)?.booksFound ?? 0;
  const facts = [
    formatAgo(completedAt ?? startedAt ?? createdAt, Date.now()),
    lasted === undefined ? undefined : formatLength(lasted),
    found === 0 ? undefined : plural(found, { one: '# book checked', other: '# books checked' }),
    formatFolders(folders),
    deep ? t`all files read again` : undefined,
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

function formatLength(lastedMs: number): string {
  const duration = formatDuration(lastedMs);
  return t`took ${duration}`;
}

function formatFolders(folders: readonly string[]): string | undefined {
  const count = folders.length;
  const [folder] = folders;
  if (folder === undefined) return undefined;
  return count === 1 ? t`only folder “${folder}”` : plural(count, { one: 'only # folder', other: 'only # folders' });
}
