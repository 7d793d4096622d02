import { plural, t } from '@lingui/core/macro';
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
  const more = total - SHOWN;
  const shown = failed.length;
  return (
    <section className={css['section']} aria-label={t`Failed`}>
      <div className={css['head']}>
        <h2>
          {t`Failed`} <span className={css['count']}>{formatNumber(total)}</span>
        </h2>
        {total > 1 && <RetryAll filter={filter} />}
      </div>
      <ul>{failed.slice(0, SHOWN).map(line)}</ul>
      {folded.length > 0 && (
        <Disclosure title={plural(more, { one: '# more task', other: '# more tasks' })}>
          <ul>{folded.map(line)}</ul>
          {shown < total && (
            <p className={css['quiet']}>
              {plural(shown, { one: 'The latest # task is shown.', other: 'The latest # tasks are shown.' })}
            </p>
          )}
        </Disclosure>
      )}
    </section>
  );
}

/** Toast after a retry; equal tasks are joined into one. */
function tryingWords({ retried, joined }: { readonly retried: number; readonly joined: number }): string {
  if (joined === 0) return plural(retried, { one: 'Trying # task again', other: 'Trying # tasks again' });
  if (retried === 0) return t`The failed tasks were waiting already and start now`;
  return t`Trying ${plural(retried, { one: '# task', other: '# tasks' })} again; ${plural(joined, { one: '# was waiting already', other: '# were waiting already' })}`;
}

/** Retries all tasks that match the filter. */
export function RetryAll({ filter }: { readonly filter: TasksFilter }) {
  const retries = useMay('TasksWrite');
  const retryAll = useTaskChange(async () => request('retryFailedTasks', { body: wantedBy(filter) }), tryingWords);
  if (!retries) return null;
  return <Button icon="refresh" busy={retryAll.isPending} onClick={() => retryAll.mutate()}>{t`Try all again`}</Button>;
}
