import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Task, TaskStatus } from '@lectern/contract';
import { request } from '#lib/api.ts';

/** Which tasks are listed, as the API asks for it; what is absent does not matter. */
export interface TasksWanted {
  readonly status?: TaskStatus;
  readonly libraryId?: string;
  readonly taskType?: string;
  /** From 1. */
  readonly page?: number;
  readonly pageSize?: number;
}

/** Tasks a page, unless said. */
const TASKS_PAGE = 100;

/** Tasks, newest first, page by page. */
export const tasksQuery = (wanted: TasksWanted = {}) =>
  queryOptions({
    queryKey: ['listTasks', wanted],
    queryFn: async ({ signal }) => request('listTasks', { query: { pageSize: TASKS_PAGE, ...wanted }, signal }),
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
    ...tasksQuery({ status: 'running' }),
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
