import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ScanStatus, Task } from '@lectern/contract';
import type { ReactNode } from 'react';
import { scanShare, scansSentence } from '#entities/scan/scan-words.ts';
import { taskStatsQuery } from '#entities/task/queries.ts';
import { taskProgressWords, taskSentence, taskShare } from '#entities/task/task-words.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import css from './scan-pill.module.css';

interface WorkPillProps {
  readonly scans: readonly ScanStatus[];
  /** Shown when no scan runs. */
  readonly task: Task | undefined;
  readonly seesTasks: boolean;
}

export function WorkPill({ scans, task, seesTasks }: WorkPillProps) {
  const [first] = scans;
  if (first !== undefined) return <Scans scans={scans} first={first} seesTasks={seesTasks} />;
  if (task === undefined) return null;
  const progress = taskProgressWords(task, Date.now());
  const words = progress === '' ? taskSentence(task) : `${taskSentence(task)} · ${progress}`;
  return <Pill linked words={words} share={taskShare(task)} />;
}

interface ScansProps extends Omit<WorkPillProps, 'task'> {
  readonly first: ScanStatus;
}

function Scans({ scans, first, seesTasks }: ScansProps) {
  const waits = scans.every(({ status }) => status === 'pending');
  const { data: stats } = useQuery({ ...taskStatsQuery(), enabled: seesTasks && waits });
  const isPaused = waits && stats !== undefined && stats.pause !== null;
  const words = scansSentence(scans);
  return (
    <Pill
      linked={seesTasks}
      words={isPaused ? t`${words} · background work is paused` : words}
      share={scans.length === 1 ? scanShare(first) : undefined}
    />
  );
}

interface PillProps {
  readonly linked: boolean;
  readonly words: string;
  readonly share: number | undefined;
}

function Pill({ linked, words, share }: PillProps) {
  const content: ReactNode = (
    <>
      <span className={css['words']}>{words}</span>
      <ProgressBar share={share} label={words} />
    </>
  );
  return (
    <aside aria-label={t`Background work`} className={css['place']}>
      {linked ? (
        <Link to="/admin/tasks" className={css['pill']}>
          {content}
        </Link>
      ) : (
        <div className={css['pill']}>{content}</div>
      )}
    </aside>
  );
}
