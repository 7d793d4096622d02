import { t } from '@lingui/core/macro';
import type { Task } from '@lectern/contract';
import { useTaskChange } from '#entities/task/change-tasks.ts';
import { taskSentence, taskShare } from '#entities/task/task-words.ts';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import css from './backups-page.module.css';

/** A task on a backup that waits or runs. */
export function BackupTask({ task }: { readonly task: Task }) {
  const stop = useTaskChange(async () => request('cancelTask', { params: { id: task.id } }));
  const sentence = taskSentence(task);
  const words = task.status === 'pending' ? t`Waiting` : (task.progress?.message ?? t`Starting`);
  return (
    <li className={css['task']}>
      <div className={css['taskHead']}>
        <div>
          <p>{sentence}</p>
          <p className={css['detail']}>{words}</p>
        </div>
        <Button
          look="quiet"
          icon="close"
          aria-label={t`Stop: ${sentence}`}
          busy={stop.isPending}
          onClick={() => stop.mutate()}
        >{t`Stop`}</Button>
      </div>
      <ProgressBar share={taskShare(task)} label={sentence} />
    </li>
  );
}
