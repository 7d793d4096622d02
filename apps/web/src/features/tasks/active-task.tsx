import type { Task } from '@lectern/contract';
import { useTaskChange } from '#entities/task/change-tasks.ts';
import { taskProgressWords, taskSentence, taskShare } from '#entities/task/task-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import css from './tasks-page.module.css';

/** One line of work that waits or runs, with the button that stops it. */
export function ActiveTask({ task }: { readonly task: Task }) {
  const cancels = useMay('TasksWrite');
  const cancel = useTaskChange(async () => request('cancelTask', { params: { id: task.id } }));
  const sentence = taskSentence(task);
  const running = task.status === 'running';
  return (
    <li className={css['task']}>
      <div className={css['words']}>
        <p className={css['sentence']}>{sentence}</p>
        <p className={css['detail']}>{running ? taskProgressWords(task, Date.now()) : waitingWords(task)}</p>
      </div>
      {cancels && (
        <Button
          look="quiet"
          icon="close"
          aria-label={`Stop: ${sentence}`}
          busy={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Stop
        </Button>
      )}
      {running && (
        <div className={css['bar']}>
          <ProgressBar share={taskShare(task)} label={sentence} />
        </div>
      )}
    </li>
  );
}

function waitingWords({ attempts, lastError }: Task): string {
  return attempts > 0 && lastError !== null ? `Waiting to try again: ${lastError}` : 'Waiting';
}
