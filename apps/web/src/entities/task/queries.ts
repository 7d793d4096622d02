import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Task, TaskStatus } from '@lectern/contract';
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

/** How many tasks wait, run and ended, and whether background work is paused. */
export const taskStatsQuery = () =>
  queryOptions({
    queryKey: ['getTaskStats'],
    queryFn: async ({ signal }) => request('getTaskStats', { signal }),
  });

/** How often running work is looked at while there is some. */
const WATCH_MS = 2000;

/** Tasks at work now, looked at again and again while there are any. */
export const runningTasksQuery = () =>
  queryOptions({
    ...tasksQuery('running'),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.total > 0 ? WATCH_MS : false),
  });

/** One task, looked at again and again until it ends; nothing while there is no id. */
export const taskQuery = (taskId: string | undefined) =>
  queryOptions({
    queryKey: ['getTask', { taskId }],
    queryFn:
      taskId === undefined ? skipToken : async ({ signal }) => request('getTask', { params: { id: taskId }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isActive(state.data) ? WATCH_MS / 2 : false),
  });

/** Waits or runs. */
export function isActive({ status }: Pick<Task, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}
