import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Count, Id } from '../models/scalars.ts';
import { NewTask, QueuedTask, Task, TaskStats, TaskStatus, TasksPause } from '../models/task.ts';
import { MAX_PAGE_SIZE, PageQuery, paginated } from '../paging.ts';
import { EventStreamQuery } from './event-stream-query.ts';

const tag = 'Tasks';
const params = z.object({ id: Id });
const aliases = { type: 'taskType' };

const DEFAULT_DAYS = 30;

export const tasks = {
  listTasks: endpoint({
    tag,
    summary: 'Background tasks, newest first: page by page, or with limit as a bare array of the newest',
    permission: ['TasksRead'],
    query: PageQuery.extend({
      status: TaskStatus.optional(),
      taskType: z.string().max(64).optional(),
      libraryId: Id.optional(),
      seriesId: Id.optional(),
      bookId: Id.optional(),
      /** Requests the bare array. */
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .transform((limit) => (limit === undefined ? undefined : Math.min(limit, MAX_PAGE_SIZE))),
    }),
    aliases,
    answer: 'json',
    response: paginated(Task),
    otherResponse: z.array(Task),
  }),
  createTask: endpoint({
    tag,
    summary: 'Queues a task; one that waits for the same is used instead',
    permission: ['TasksWrite'],
    body: NewTask,
    answer: 'json',
    response: QueuedTask,
    status: 201,
    errors: ['NotFound'],
  }),
  getTaskStats: endpoint({
    tag,
    summary: 'How many tasks wait, run and ended, in all and by type, and whether background work is paused',
    permission: ['TasksRead'],
    answer: 'json',
    response: TaskStats,
  }),
  pauseTasks: endpoint({
    tag,
    summary: 'Pauses background work in all server processes; what somebody waits for goes on',
    permission: ['TasksWrite'],
    answer: 'json',
    response: TasksPause,
  }),
  resumeTasks: endpoint({
    tag,
    summary: 'Lets background work go on',
    permission: ['TasksWrite'],
    answer: 'json',
    response: TasksPause,
  }),
  retryFailedTasks: endpoint({
    tag,
    summary: 'Runs every failed task again, or those of one type or library; of those that do the same, one',
    permission: ['TasksWrite'],
    body: z.object({ taskType: z.string().max(64).optional(), libraryId: Id.optional() }),
    bodyOptional: true,
    aliases,
    answer: 'json',
    /** Tasks that run again, and those merged into a task that already waits. */
    response: z.object({ retried: Count, joined: Count }),
  }),
  purgeTasks: endpoint({
    tag,
    summary: 'Forgets tasks that ended so many days ago',
    permission: ['TasksWrite'],
    query: z.object({
      days: z.coerce
        .number()
        .int()
        .min(0)
        .max(3650)
        .optional()
        .transform((days) => days ?? DEFAULT_DAYS),
    }),
    answer: 'json',
    response: z.object({ deleted: z.int().min(0) }),
  }),
  nukeTasks: endpoint({
    tag,
    summary: 'Cancels everything that waits or runs, and forgets all tasks',
    permission: ['SystemAdmin'],
    answer: 'json',
    response: z.object({ deleted: z.int().min(0) }),
  }),
  streamTasks: endpoint({
    tag,
    summary: 'Live task progress: event task_progress',
    permission: ['TasksRead', 'LibrariesWrite'],
    query: EventStreamQuery,
    answer: 'events',
  }),
  getTask: endpoint({
    tag,
    summary: 'One task',
    permission: ['TasksRead'],
    params,
    answer: 'json',
    response: Task,
    errors: ['NotFound'],
  }),
  cancelTask: endpoint({
    tag,
    summary: 'Cancels a waiting or running task',
    permission: ['TasksWrite'],
    params,
    answer: 'json',
    response: Task,
    errors: ['NotFound', 'Conflict'],
  }),
  retryTask: endpoint({
    tag,
    summary:
      'Runs a failed or cancelled task again; answers with the task that waits now, which takes its place when it is another',
    permission: ['TasksWrite'],
    params,
    answer: 'json',
    response: Task,
    errors: ['NotFound', 'Conflict'],
  }),
  unlockTask: endpoint({
    tag,
    summary: 'Puts a task back into the line whose process is gone, or lets a waiting one start now',
    permission: ['TasksWrite'],
    params,
    answer: 'json',
    response: Task,
    errors: ['NotFound', 'Conflict'],
  }),
} as const;
