import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ScanStatus } from '@lectern/contract';
import { useState } from 'react';
import { isActive } from '#entities/task/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { activeScansQuery, scanStatusQuery, useCancelScan } from './queries.ts';
import css from './scan-line.module.css';
import { scanResult, scanSentence, scanShare } from './scan-words.ts';

interface ScanLineProps {
  readonly libraryId: string;
  /** Limits the line to one scan; any scan of the library when absent. */
  readonly taskId?: string | undefined;
  /** What is scanned, unless it is the whole library. */
  readonly name?: string;
}

/** Progress of a scan. A scan that ends while shown leaves its result; a toast shows it too. */
export function ScanLine({ libraryId, taskId, name }: ScanLineProps) {
  const { data: scans = [] } = useQuery(activeScansQuery());
  const active = scans.find((scan) => scan.libraryId === libraryId && (taskId ?? scan.taskId) === scan.taskId);
  const [seen, setSeen] = useState(active?.taskId);
  if (active !== undefined && active.taskId !== seen) setSeen(active.taskId);
  const followed = taskId ?? seen;
  const { data: last } = useQuery({ ...scanStatusQuery(libraryId), enabled: followed !== undefined });
  const named = (scan: ScanStatus) => ({ ...scan, libraryName: name ?? scan.libraryName });
  if (active !== undefined) return <Running scan={named(active)} />;
  if (last === undefined || last === null || last.taskId !== followed || isActive(last)) return null;
  return (
    <p className={css['done']} data-status={last.status}>
      <Icon name={last.status === 'completed' ? 'check' : 'warning'} size={18} />
      {scanResult(named(last))}
    </p>
  );
}

function Running({ scan }: { readonly scan: ScanStatus }) {
  const stops = useMay('LibrariesWrite');
  const cancel = useCancelScan(scan.libraryId);
  const sentence = scanSentence(scan);
  return (
    <div className={css['line']}>
      <p>{sentence}</p>
      {stops && (
        <Button look="quiet" icon="close" busy={cancel.isPending} onClick={() => cancel.mutate()}>{t`Stop`}</Button>
      )}
      <div className={css['bar']}>
        <ProgressBar share={scanShare(scan)} label={sentence} />
      </div>
    </div>
  );
}
