import { useQuery } from '@tanstack/react-query';
import type { Task } from '@lectern/contract';
import { isActive, tasksQuery } from '#entities/task/queries.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Answer } from '#ui/answer.tsx';
import { EmptyState } from '#ui/notice.tsx';
import { BoxSkeletons } from '#ui/skeleton.tsx';
import { ActiveTask } from './active-task.tsx';
import { EndedTask } from './ended-task.tsx';
import css from './tasks-page.module.css';

/** What the server works on, one line for each, in words. */
export function TasksPage() {
  useDocumentTitle('Tasks');
  const query = useQuery({
    ...tasksQuery(),
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) === true ? 2000 : 10_000),
  });
  return (
    <Answer query={query} loading={<BoxSkeletons label="Loading tasks" />}>
      {({ data }) => <TaskLists tasks={data} />}
    </Answer>
  );
}

function TaskLists({ tasks }: { readonly tasks: readonly Task[] }) {
  const active = tasks.filter(isActive).toSorted(byUrgency);
  const ended = tasks.filter((task) => !isActive(task));
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

/** Running before waiting, then as the server will take them. */
function byUrgency(a: Task, b: Task): number {
  if (a.status !== b.status) return a.status === 'running' ? -1 : 1;
  if (a.priority !== b.priority) return b.priority - a.priority;
  return a.createdAt.localeCompare(b.createdAt);
}
