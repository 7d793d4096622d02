import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Task, TaskStatus } from '@lectern/contract';
import { isActive, tasksQuery } from '#entities/task/queries.ts';
import { taskSentence } from '#entities/task/task-words.ts';
import { formatNumber } from '#lib/format.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { ActiveTask } from './active-task.tsx';
import { EndedTask, FailedTask } from './ended-task.tsx';
import { RetryAll } from './failed-tasks.tsx';
import { STATES, type TaskListProps, wantedBy } from './filter.ts';
import css from './tasks-page.module.css';

interface TasksInStateProps extends TaskListProps {
  readonly state: TaskStatus;
}

/** Tasks in one state, newest first, in pages. */
export function TasksInState({ state, filter, onFilter }: TasksInStateProps) {
  const { page = 1 } = filter;
  const query = useQuery({
    ...tasksQuery({ ...wantedBy(filter), status: state, page, pageSize: 50 }),
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
  });
  const title = STATES.find(([one]) => one === state)?.[1] ?? '';
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading tasks`} />}>
      {({ data, total, totalPages }) =>
        total === 0 ? (
          <NoneOfThem onClear={() => onFilter({})} />
        ) : (
          <section className={css['section']} aria-label={title}>
            <div className={css['head']}>
              <h2>
                {title} <span className={css['count']}>{formatNumber(total)}</span>
              </h2>
              {state === 'failed' && <RetryAll filter={filter} />}
            </div>
            <ul>
              {data.map((task) => (
                <TaskLine key={task.id} task={task} />
              ))}
            </ul>
            <Pager
              label={t`Pages of tasks`}
              page={page}
              totalPages={totalPages}
              onPage={(wanted) => onFilter({ ...filter, page: wanted })}
            />
          </section>
        )
      }
    </QueryBoundary>
  );
}

function TaskLine({ task }: { readonly task: Task }) {
  if (isActive(task)) return <ActiveTask task={task} />;
  if (task.status === 'failed') return <FailedTask task={task} />;
  return <EndedTask work={{ sentence: taskSentence(task), latest: task, times: 1 }} />;
}

function NoneOfThem({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      icon="tasks"
      title={t`No matching tasks`}
      action={<Button onClick={onClear}>{t`Show all tasks`}</Button>}
    >{t`No task has this type and state.`}</EmptyState>
  );
}
