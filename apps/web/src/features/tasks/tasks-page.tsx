import { useQuery } from '@tanstack/react-query';
import type { Task } from '@lectern/contract';
import { tasksQuery } from '#entities/task/queries.ts';
import { describeProblem } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { EmptyState, ErrorState } from '#ui/notice.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { ActiveTask } from './active-task.tsx';
import { EndedTask } from './ended-task.tsx';
import css from './tasks-page.module.css';

/** What the server works on, one line for each, in words. */
export function TasksPage() {
  useDocumentTitle('Tasks');
  const { data, error, refetch } = useQuery({
    ...tasksQuery(),
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) === true ? 2000 : 10_000),
  });
  if (data === undefined && error !== null) {
    const problem = describeProblem(error);
    return <ErrorState {...problem} onRetry={problem.retry ? () => void refetch() : undefined} />;
  }
  if (data === undefined) {
    return (
      <Loading label="Loading tasks">
        <Skeleton shape="box" />
        <Skeleton shape="box" />
      </Loading>
    );
  }
  const active = data.data.filter(isActive).toSorted(byUrgency);
  const ended = data.data.filter((task) => !isActive(task));
  if (active.length === 0 && ended.length === 0) {
    return (
      <EmptyState icon="check" title="Nothing to do">
        Scans and other work of the server show up here.
      </EmptyState>
    );
  }
  return (
    <>
      <section className={css['section']} aria-label="At work">
        <h2>At work</h2>
        {active.length === 0 && <p className={css['quiet']}>Nothing is running.</p>}
        <ul>
          {active.map((task) => (
            <ActiveTask key={task.id} task={task} />
          ))}
        </ul>
      </section>
      {ended.length > 0 && (
        <section className={css['section']} aria-label="Done">
          <h2>Done</h2>
          <ul>
            {ended.map((task) => (
              <EndedTask key={task.id} task={task} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function isActive({ status }: Task): boolean {
  return status === 'pending' || status === 'running';
}

/** Running before waiting, then as the server will take them. */
function byUrgency(a: Task, b: Task): number {
  if (a.status !== b.status) return a.status === 'running' ? -1 : 1;
  return b.priority - a.priority || a.createdAt.localeCompare(b.createdAt);
}
