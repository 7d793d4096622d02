import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Task } from '@lectern/contract';
import { tasksQuery } from '#entities/task/queries.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { EndedTask } from './ended-task.tsx';
import { type TaskListProps, wantedBy } from './filter.ts';
import { ForgetTasks } from './forget-tasks.tsx';
import { historyByDay, type EndedWork } from './history.ts';
import css from './tasks-page.module.css';

/** Finished tasks by day; the latest day is open. */
export function History({ filter, onFilter }: TaskListProps) {
  const { page = 1 } = filter;
  const query = useQuery({
    ...tasksQuery({ ...wantedBy(filter), page }),
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
  });
  return (
    <section className={css['section']} aria-label={t({ message: 'Done', context: 'tasks' })}>
      <div className={css['head']}>
        <h2>{t({ message: 'Done', context: 'tasks' })}</h2>
        <ForgetTasks />
      </div>
      <QueryBoundary query={query} loading={null}>
        {({ data, totalPages }) => (
          <>
            <Days tasks={data.filter(({ status }) => status === 'completed' || status === 'cancelled')} />
            <Pager
              label={t`Pages of tasks`}
              page={page}
              totalPages={totalPages}
              onPage={(wanted) => onFilter({ ...filter, page: wanted })}
            />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function Days({ tasks }: { readonly tasks: readonly Task[] }) {
  const [latest, ...earlier] = historyByDay(tasks, Date.now());
  if (latest === undefined)
    return <p className={css['quiet']}>{t`Scans and other tasks appear here when they end.`}</p>;
  return (
    <>
      <h3 className={css['day']}>{latest.title}</h3>
      <Works works={latest.works} />
      {earlier.map(({ title, works }) => (
        <Disclosure key={title} title={dayWords(title, works.length)}>
          <Works works={works} />
        </Disclosure>
      ))}
    </>
  );
}

function dayWords(day: string, count: number): string {
  return t`${day}, ${plural(count, { one: '# entry', other: '# entries' })}`;
}

function Works({ works }: { readonly works: readonly EndedWork[] }) {
  return (
    <ul>
      {works.map((work) => (
        <EndedTask key={work.latest.id} work={work} />
      ))}
    </ul>
  );
}
