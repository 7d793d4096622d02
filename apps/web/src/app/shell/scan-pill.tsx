import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { activeScansQuery } from '#entities/scan/queries.ts';
import { scanShare, scansSentence } from '#entities/scan/scan-words.ts';
import { runningTasksQuery, taskStatsQuery } from '#entities/task/queries.ts';
import { taskProgressWords, taskSentence, taskShare } from '#entities/task/task-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import css from './scan-pill.module.css';

/** Says on every page what the server is busy with: scans to all, the work after them to those who may see tasks. */
export function ScanPill() {
  const { data: scans = [] } = useQuery(activeScansQuery());
  const seesTasks = useMay('TasksRead');
  const { data: running } = useQuery({ ...runningTasksQuery(), enabled: seesTasks });
  const [first] = scans;
  const waits = first !== undefined && scans.every(({ status }) => status === 'pending');
  const { data: stats } = useQuery({ ...taskStatsQuery(), enabled: seesTasks && waits });
  if (first !== undefined) {
    const why = waits && stats !== undefined && stats.pause !== null ? ', background work is paused' : '';
    return (
      <Pill
        linked={seesTasks}
        words={`${scansSentence(scans)}${why}`}
        share={scans.length === 1 ? scanShare(first) : undefined}
      />
    );
  }
  const task = running?.data.find(({ taskType }) => /^(analyze|generate)_/.test(taskType));
  if (task === undefined) return null;
  const progress = taskProgressWords(task, Date.now());
  const words = progress === '' ? taskSentence(task) : `${taskSentence(task)}, ${progress}`;
  return <Pill linked words={words} share={taskShare(task)} />;
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
    <aside aria-label="At work" className={css['place']}>
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
