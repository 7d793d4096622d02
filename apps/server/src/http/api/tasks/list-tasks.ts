import type { api } from '@lectern/contract';
import { listTasks } from '#core/tasks/list-tasks.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../page-of.ts';

export const handleListTasks: Handler<typeof api.listTasks> = async (ctx, request) => {
  const { tasks, total } = await listTasks(ctx, request.viewer, request.query);
  return pageOf(request, tasks, total);
};
