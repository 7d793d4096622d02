import { t } from '@lingui/core/macro';
import type { Task } from '@lectern/contract';
import { useTaskChange } from '#entities/task/change-tasks.ts';
import { taskProgressWords, taskSentence, taskShare } from '#entities/task/task-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatDuration } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import css from './tasks-page.module.css';

export function ActiveTask({ task }: { readonly task: Task }) {
  const changes = useMay('TasksWrite');
  const cancel = useTaskChange(async () => request('cancelTask', { params: { id: task.id } }));
  const sentence = taskSentence(task);
  const running = task.status === 'running';
  const nowAt = Date.now();
  const detail = running ? runningWords(task, nowAt) : waitingWords(task, nowAt);
  return (
    <li className={css['task']} data-status={task.status}>
      <div className={css['words']}>
        <p className={css['sentence']}>{sentence}</p>
        {detail !== '' && <p className={css['detail']}>{detail}</p>}
      </div>
      {changes && (
        <div className={css['buttons']}>
          {isHeldUp(task, nowAt) && <StartNow task={task} sentence={sentence} />}
          <Button
            look="quiet"
            icon="close"
            aria-label={t`Stop: ${sentence}`}
            busy={cancel.isPending}
            onClick={() => cancel.mutate()}
          >{t`Stop`}</Button>
        </div>
      )}
      {running && (
        <div className={css['bar']}>
          <ProgressBar share={taskShare(task)} label={sentence} />
        </div>
      )}
    </li>
  );
}

/** For scheduled tasks, and tasks whose worker process ended. */
function StartNow({ task, sentence }: { readonly task: Task; readonly sentence: string }) {
  const unlock = useTaskChange(async () => request('unlockTask', { params: { id: task.id } }));
  return (
    <Button
      look="quiet"
      icon="play"
      aria-label={t`Start now: ${sentence}`}
      busy={unlock.isPending}
      onClick={() => unlock.mutate()}
    >{t`Start now`}</Button>
  );
}

/** Tolerated clock difference between server and browser. */
const SLACK_MS = 5000;

function isLost({ status, lockedUntil }: Task, nowAt: number): boolean {
  return status === 'running' && lockedUntil !== null && Date.parse(lockedUntil) + SLACK_MS < nowAt;
}

function isHeldUp(task: Task, nowAt: number): boolean {
  return isLost(task, nowAt) || (task.status === 'pending' && Date.parse(task.scheduledFor) > nowAt + SLACK_MS);
}

function runningWords(task: Task, nowAt: number): string {
  if (isLost(task, nowAt)) return t`The task does not respond. The server starts it again soon.`;
  const message = task.progress?.message ?? '';
  return [message, taskProgressWords(task, nowAt)].filter((words) => words !== '').join(' · ');
}

function waitingWords({ attempts, lastError, scheduledFor }: Task, nowAt: number): string {
  const waitMs = Date.parse(scheduledFor) - nowAt;
  const isLater = waitMs > SLACK_MS;
  const wait = formatDuration(waitMs);
  if (attempts === 0 || lastError === null) return isLater ? t`Starts in ${wait}` : t`Waiting in the queue`;
  return isLater ? t`Tries again in ${wait}: ${lastError}` : t`Waiting to try again: ${lastError}`;
}
