import { useQuery } from '@tanstack/react-query';
import type { Task } from '@lectern/contract';
import { isActive, tasksQuery } from '#entities/task/queries.ts';
import { formatCount } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Answer } from '#ui/answer.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { EmptyState } from '#ui/notice.tsx';
import { BoxSkeletons } from '#ui/skeleton.tsx';
import { ActiveTask } from './active-task.tsx';
import { EndedTask } from './ended-task.tsx';
import { FailedTasks } from './failed-tasks.tsx';
import { historyByDay, type EndedWork } from './history.ts';
import css from './tasks-page.module.css';
import { WorkSwitch } from './work-switch.tsx';

/** What the server works on, one line for each, in words. */
export function TasksPage() {
  useDocumentTitle('Tasks');
  const query = useQuery({
    ...tasksQuery(),
    refetchInterval: ({ state }) => (state.data?.data.some(isActive) === true ? 2000 : 10_000),
  });
  return (
    <Answer query={query} loading={<BoxSkeletons label="Loading tasks" />}>
      {({ data }) => (
        <>
          <WorkSwitch />
          <FailedTasks />
          <TaskLists tasks={data} />
        </>
      )}
    </Answer>
  );
}

function TaskLists({ tasks }: { readonly tasks: readonly Task[] }) {
  if (tasks.length === 0) {
    return (
      <EmptyState icon="check" title="Nothing to do">
        Scans and other work of the server show up here.
      </EmptyState>
    );
  }
  const active = tasks.filter(isActive).toSorted(byUrgency);
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
      <History tasks={tasks.filter(({ status }) => status === 'completed' || status === 'cancelled')} />
    </>
  );
}

/** The latest day is open, those before it are folded. */
function History({ tasks }: { readonly tasks: readonly Task[] }) {
  const [latest, ...earlier] = historyByDay(tasks, Date.now());
  if (latest === undefined) return null;
  return (
    <section className={css['section']} aria-label="Done">
      <h2>Done</h2>
      <h3 className={css['day']}>{latest.title}</h3>
      <Works works={latest.works} />
      {earlier.map(({ title, works }) => (
        <Disclosure key={title} title={`${title}, ${formatCount(works.length, 'entry', 'entries')}`}>
          <Works works={works} />
        </Disclosure>
      ))}
    </section>
  );
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

/** Running before waiting, then as the server will take them. */
function byUrgency(a: Task, b: Task): number {
  if (a.status !== b.status) return a.status === 'running' ? -1 : 1;
  if (a.priority !== b.priority) return b.priority - a.priority;
  return a.createdAt.localeCompare(b.createdAt);
}
