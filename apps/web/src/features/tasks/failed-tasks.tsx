import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useTaskChange } from '#entities/task/change-tasks.ts';
import { tasksQuery } from '#entities/task/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { FailedTask } from './ended-task.tsx';
import { type TasksFilter, wantedBy } from './filter.ts';
import css from './tasks-page.module.css';

/** Failures shown before the list is folded. */
const SHOWN = 3;

/** All failed tasks with a retry button; hidden without any. */
export function FailedTasks({ filter }: { readonly filter: TasksFilter }) {
  const { data } = useQuery({ ...tasksQuery({ ...wantedBy(filter), status: 'failed' }), refetchInterval: 10_000 });
  if (data === undefined || data.total === 0) return null;
  const { data: failed, total } = data;
  const line = (task: (typeof failed)[number]) => <FailedTask key={task.id} task={task} />;
  const folded = failed.slice(SHOWN);
  return (
    <section className={css['section']} aria-label={t`Failed`}>
      <div className={css['head']}>
        <h2>
          <Trans>
            Failed <span className={css['count']}>{formatNumber(total)}</span>
          </Trans>
        </h2>
        {total > 1 && <RetryAll filter={filter} />}
      </div>
      <ul>{failed.slice(0, SHOWN).map(line)}</ul>
      {folded.length > 0 && (
        <Disclosure title={t`${formatNumber(total - SHOWN)} more`}>
          <ul>{folded.map(line)}</ul>
          {failed.length < total && (
            <p className={css['quiet']}>{t`The latest ${formatNumber(failed.length)} are shown.`}</p>
          )}
        </Disclosure>
      )}
    </section>
  );
}

/** Toast after a retry; equal tasks are joined into one. */
function tryingWords({ retried, joined }: { readonly retried: number; readonly joined: number }): string {
  const trying = t`Trying ${plural(retried, { one: '# task', other: '# tasks' })} again`;
  if (joined === 0) return trying;
  if (retried === 0) return t`What failed was waiting in line already: it starts now`;
  return t`${trying}; ${plural(joined, { one: '# other', other: '# others' })} asked for the same`;
}

/** Retries all tasks that match the filter. */
export function RetryAll({ filter }: { readonly filter: TasksFilter }) {
  const retries = useMay('TasksWrite');
  const retryAll = useTaskChange(async () => request('retryFailedTasks', { body: wantedBy(filter) }), tryingWords);
  if (!retries) return null;
  return <Button icon="refresh" busy={retryAll.isPending} onClick={() => retryAll.mutate()}>{t`Try all again`}</Button>;
}
