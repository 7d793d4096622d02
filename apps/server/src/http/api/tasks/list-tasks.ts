import type { api } from '@lectern/contract';
import { listNewestTasks, listTasks } from '#core/tasks/list-tasks.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListTasks: Handler<typeof api.listTasks> = async (ctx, request) => {
  const { limit, ...query } = request.query;
  if (limit !== undefined) {
    const { page: _page, pageSize: _pageSize, ...filter } = query;
    return listNewestTasks(ctx, request.viewer, { ...filter, limit });
  }
  const { tasks, total } = await listTasks(ctx, request.viewer, query);
  return pageOf(request, tasks, total);
};
