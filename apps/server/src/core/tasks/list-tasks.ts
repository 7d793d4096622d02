import type { Task } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { countNamedTasks, listNamedTasks, type TaskFilter } from '#db/repos/system/task-lists.repo.ts';
import { toTask } from './to-task.ts';

interface ListContext {
  readonly db: Database;
}

/** Background tasks, newest first: one page of them, and how many there are in all. */
export async function listTasks(
  { db }: ListContext,
  viewer: Viewer,
  { page, pageSize, ...filter }: TaskFilter & { readonly page: number; readonly pageSize: number },
): Promise<{ readonly tasks: Task[]; readonly total: number }> {
  const rows = await listNamedTasks(db.read, viewer, filter, { offset: (page - 1) * pageSize, limit: pageSize });
  return { tasks: rows.map(toTask), total: await countNamedTasks(db.read, viewer, filter) };
}

/** The newest background tasks, at most `limit`. */
export async function listNewestTasks(
  { db }: ListContext,
  viewer: Viewer,
  { limit, ...filter }: TaskFilter & { readonly limit: number },
): Promise<Task[]> {
  return (await listNamedTasks(db.read, viewer, filter, { offset: 0, limit })).map(toTask);
}
