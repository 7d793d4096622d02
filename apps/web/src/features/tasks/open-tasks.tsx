import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Task } from '@lectern/contract';
import { tasksQuery, type TasksWanted } from '#entities/task/queries.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { ActiveTask } from './active-task.tsx';
import { type TasksFilter, wantedBy } from './filter.ts';
import css from './tasks-page.module.css';

/** Most waiting tasks listed. */
const WAITING_SHOWN = 20;

const BUSY_MS = 2000;
const IDLE_MS = 10_000;

/** Polled often while tasks exist, rarely otherwise. */
function openTasksQuery(wanted: TasksWanted) {
  return {
    ...tasksQuery(wanted),
    refetchInterval: ({ state }: { state: { data?: { total: number } | undefined } }) =>
      (state.data?.total ?? 0) > 0 ? BUSY_MS : IDLE_MS,
  };
}

/** Running and waiting tasks. */
export function OpenTasks({ filter }: { readonly filter: TasksFilter }) {
  const running = useQuery(openTasksQuery({ ...wantedBy(filter), status: 'running' }));
  const waiting = useQuery(openTasksQuery({ ...wantedBy(filter), status: 'pending' }));
  const next = (waiting.data?.data ?? []).toSorted(byUrgency);
  const more = (waiting.data?.total ?? 0) - Math.min(next.length, WAITING_SHOWN);
  return (
    <section className={css['section']} aria-label={t({ message: 'Active', context: 'tasks' })}>
      <h2>{t({ message: 'Active', context: 'tasks' })}</h2>
      <QueryBoundary query={running} loading={<BoxSkeletons label={t`Loading tasks`} />}>
        {({ data }) => (
          <>
            {data.length + next.length === 0 && <p className={css['quiet']}>{t`Nothing is running.`}</p>}
            <ul>
              {[...data, ...next.slice(0, WAITING_SHOWN)].map((task) => (
                <ActiveTask key={task.id} task={task} />
              ))}
            </ul>
            {more > 0 && (
              <p className={css['quiet']}>
                {plural(more, { one: '# more task is waiting.', other: '# more tasks are waiting.' })}
              </p>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

/** Order in which the server runs them. */
function byUrgency(a: Task, b: Task): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  return a.createdAt.localeCompare(b.createdAt);
}
