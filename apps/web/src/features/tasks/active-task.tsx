import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Task } from '@lectern/contract';
import { taskProgressWords, taskSentence, taskShare } from '#entities/task/task-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { showToast } from '#ui/toast.tsx';
import css from './tasks-page.module.css';

export function ActiveTask({ task }: { readonly task: Task }) {
  const queryClient = useQueryClient();
  const cancels = useMay('TasksWrite');
  const cancel = useMutation({
    mutationFn: async () => request('cancelTask', { params: { id: task.id } }),
    onError: (error) => showToast(problemSentence(error)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['listTasks'] }),
  });
  const sentence = taskSentence(task);
  const running = task.status === 'running';
  return (
    <li className={css['task']}>
      <div className={css['words']}>
        <p className={css['sentence']}>{sentence}</p>
        <p className={css['detail']}>{running ? taskProgressWords(task, Date.now()) : waitingWords(task)}</p>
      </div>
      {cancels && (
        <Button look="quiet" icon="close" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Stop<span className="visually-hidden">: {sentence}</span>
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
