import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Task, TaskStatus } from '@lectern/contract';
import { request } from '#lib/api.ts';

/** Filter in the form of the API. */
export interface TasksWanted {
  readonly status?: TaskStatus;
  readonly libraryId?: string;
  readonly taskType?: string;
  /** From 1. */
  readonly page?: number;
  readonly pageSize?: number;
}

const TASKS_PAGE = 100;

/** One page of tasks, newest first. */
export const tasksQuery = (wanted: TasksWanted = {}) =>
  queryOptions({
    queryKey: ['listTasks', wanted],
    queryFn: async ({ signal }) => request('listTasks', { query: { pageSize: TASKS_PAGE, ...wanted }, signal }),
  });

/** Counts by state, and whether background work is paused. */
export const taskStatsQuery = () =>
  queryOptions({
    queryKey: ['getTaskStats'],
    queryFn: async ({ signal }) => request('getTaskStats', { signal }),
  });

/** Poll interval while tasks run. */
const WATCH_MS = 2000;

/** Running tasks, polled while there are any. */
export const runningTasksQuery = () =>
  queryOptions({
    ...tasksQuery({ status: 'running' }),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.total > 0 ? WATCH_MS : false),
  });

/** Polls one task until it ends; disabled without an id. */
export const taskQuery = (taskId: string | undefined) =>
  queryOptions({
    queryKey: ['getTask', { taskId }],
    queryFn:
      taskId === undefined ? skipToken : async ({ signal }) => request('getTask', { params: { id: taskId }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isActive(state.data) ? WATCH_MS / 2 : false),
  });

export function isActive({ status }: Pick<Task, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}
