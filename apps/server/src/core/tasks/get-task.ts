import type { Task } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findNamedTask } from '#db/repos/system/task-lists.repo.ts';
import { toTask } from './to-task.ts';

/**
 * One background task.
 * @throws {AppError} `NotFound`
 */
export async function getTask({ db }: { readonly db: Database }, viewer: Viewer, taskId: string): Promise<Task> {
  const row = await findNamedTask(db.read, viewer, taskId);
  if (row === undefined) throw new AppError('NotFound', `Task ${taskId} not found`);
  return toTask(row);
}
