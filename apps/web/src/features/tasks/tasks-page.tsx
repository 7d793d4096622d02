import { t } from '@lingui/core/macro';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { OpenTasks } from './open-tasks.tsx';
import { FailedTasks } from './failed-tasks.tsx';
import { Figures } from './figures.tsx';
import { isNarrowed, type TaskListProps } from './filter.ts';
import { History } from './history-list.tsx';
import { TaskFilter } from './task-filter.tsx';
import { TasksInState } from './tasks-in-state.tsx';
import { WorkSwitch } from './work-switch.tsx';

export function TasksPage({ filter, onFilter }: TaskListProps) {
  useDocumentTitle(t`Tasks`);
  const { state, page = 1 } = filter;
  return (
    <>
      <WorkSwitch />
      {!isNarrowed(filter) && page === 1 && <Figures />}
      <TaskFilter filter={filter} onFilter={onFilter} />
      {state === undefined ? (
        <>
          {page === 1 && <OpenTasks filter={filter} />}
          {page === 1 && <FailedTasks filter={filter} />}
          <History filter={filter} onFilter={onFilter} />
        </>
      ) : (
        <TasksInState state={state} filter={filter} onFilter={onFilter} />
      )}
    </>
  );
}
