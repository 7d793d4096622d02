import { useNavigate, useSearch } from '@tanstack/react-router';
import { TasksPage } from '#features/tasks/tasks-page.tsx';

export function AdminTasksRoute() {
  const filter = useSearch({ from: '/signed-in/shell/admin/tasks' });
  const navigate = useNavigate();
  return (
    <TasksPage
      filter={filter}
      onFilter={(search) => void navigate({ to: '/admin/tasks', search, replace: true, resetScroll: false })}
    />
  );
}
