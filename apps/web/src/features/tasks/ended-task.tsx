import { plural, t } from '@lingui/core/macro';
import type { Task } from '@lectern/contract';
import { changeWords, scanRecord } from '#entities/scan/scan-changes.ts';
import { useTaskChange } from '#entities/task/change-tasks.ts';
import { taskSentence } from '#entities/task/task-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatAgo } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { type EndedWork, getEnd } from './history.ts';
import css from './tasks-page.module.css';

/** A task that succeeded or was cancelled. */
export function EndedTask({ work: { sentence, latest, times } }: { readonly work: EndedWork }) {
  const done = latest.status === 'completed';
  const ago = formatEndedAgo(latest);
  const facts = [
    done ? t`Done ${ago}` : t`Stopped ${ago}`,
    times > 1 ? plural(times, { one: '# time', other: '# times' }) : undefined,
    formatOutcome(latest),
  ];
  return (
    <li className={css['ended']} data-status={latest.status}>
      <Icon name={done ? 'check' : 'close'} size={18} />
      <div className={css['words']}>
        <p>{sentence}</p>
        <p className={css['detail']}>{facts.filter((fact) => fact !== undefined).join(' · ')}</p>
      </div>
      {!done && <RunAgain task={latest} sentence={sentence} />}
    </li>
  );
}

export function FailedTask({ task }: { readonly task: Task }) {
  const sentence = taskSentence(task);
  const { attempts } = task;
  const ago = formatEndedAgo(task);
  return (
    <li className={css['ended']} data-status="failed">
      <Icon name="warning" size={18} />
      <div className={css['words']}>
        <p>{sentence}</p>
        <p className={css['detail']}>{t`Failed ${ago}`}</p>
        {task.lastError !== null && (
          <details>
            <summary aria-label={t`Reason: ${sentence}`}>{t`Reason`}</summary>
            <p className={css['reason']}>{task.lastError}</p>
            <p className={css['reason']}>{plural(attempts, { one: 'Tried # time.', other: 'Tried # times.' })}</p>
          </details>
        )}
      </div>
      <RunAgain task={task} sentence={sentence} />
    </li>
  );
}

function RunAgain({ task, sentence }: { readonly task: Task; readonly sentence: string }) {
  const retries = useMay('TasksWrite');
  const retry = useTaskChange(async () => request('retryTask', { params: { id: task.id } }));
  if (!retries) return null;
  return (
    <Button
      look="quiet"
      icon="refresh"
      aria-label={t`Try again: ${sentence}`}
      busy={retry.isPending}
      onClick={() => retry.mutate()}
    >{t`Try again`}</Button>
  );
}

/** Result of a scan; undefined for other tasks. */
function formatOutcome(task: Task): string | undefined {
  const record = task.taskType === 'scan_library' ? scanRecord(task) : undefined;
  return record === undefined ? undefined : changeWords(record);
}

function formatEndedAgo(task: Task): string {
  return formatAgo(getEnd(task), Date.now());
}
