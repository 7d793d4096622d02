import type { Task } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { listNamedTasks, type TaskFilter } from '#db/repos/task-lists.repo.ts';
import { toTask } from './to-task.ts';

/** Background tasks, newest first: one page of them, and how many there are in all. */
export async function listTasks(
  { db }: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize, ...filter }: TaskFilter & { readonly page: number; readonly pageSize: number },
): Promise<{ readonly tasks: Task[]; readonly total: number }> {
  const range = { offset: (page - 1) * pageSize, limit: pageSize };
  const { rows, total } = await listNamedTasks(db.read, viewer, filter, range);
  return { tasks: rows.map(toTask), total };
}
