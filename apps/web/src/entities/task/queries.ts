import { queryOptions } from '@tanstack/react-query';
import type { TaskStatus } from '@lectern/contract';
import { request } from '#lib/api.ts';

/** The latest tasks, newest first; with a status only those. */
export const tasksQuery = (status?: TaskStatus) =>
  queryOptions({
    queryKey: ['listTasks', { status }],
    queryFn: async ({ signal }) => {
      const query = status === undefined ? { pageSize: 100 } : { pageSize: 100, status };
      return await request('listTasks', { query, signal });
    },
  });

/** How often running work is looked at while there is some. */
const WATCH_MS = 2000;

/** Tasks at work now, looked at again and again while there are any. */
export const runningTasksQuery = () =>
  queryOptions({
    ...tasksQuery('running'),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.total > 0 ? WATCH_MS : false),
  });
