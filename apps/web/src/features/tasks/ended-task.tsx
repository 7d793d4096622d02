import type { Task } from '@lectern/contract';
import { taskSentence } from '#entities/task/task-words.ts';
import { formatAgo } from '#lib/format.ts';
import { Icon } from '#ui/icon.tsx';
import css from './tasks-page.module.css';

const ENDS = {
  completed: { icon: 'check', words: 'Done' },
  failed: { icon: 'warning', words: 'Failed' },
  cancelled: { icon: 'close', words: 'Stopped' },
  pending: { icon: 'tasks', words: 'Waiting' },
  running: { icon: 'tasks', words: 'At work' },
} as const;

export function EndedTask({ task }: { readonly task: Task }) {
  const { icon, words } = ENDS[task.status];
  const when = task.completedAt === null ? '' : ` ${formatAgo(task.completedAt, Date.now())}`;
  return (
    <li className={css['ended']} data-status={task.status}>
      <Icon name={icon} size={18} />
      <div className={css['words']}>
        <p>{taskSentence(task)}</p>
        {task.status === 'failed' && task.lastError !== null && (
          <details>
            <summary>Why</summary>
            <p className={css['reason']}>{task.lastError}</p>
          </details>
        )}
      </div>
      <p className={css['detail']}>
        {words}
        {when}
      </p>
    </li>
  );
}
