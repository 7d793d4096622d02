import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id } from '../models/scalars.ts';
import { Drive, FolderListing } from '../models/system.ts';
import { Task, TaskStats, TaskStatus } from '../models/task.ts';
import { PageQuery, paginated } from '../paging.ts';

const params = z.object({ id: Id });

export const system = {
  listTasks: endpoint({
    tag: 'Tasks',
    summary: 'Background tasks, newest first',
    permission: ['TasksRead'],
    query: PageQuery.extend({
      status: TaskStatus.optional(),
      taskType: z.string().max(64).optional(),
      libraryId: Id.optional(),
    }),
    answer: 'json',
    response: paginated(Task),
  }),
  getTaskStats: endpoint({
    tag: 'Tasks',
    summary: 'How many tasks wait, run and ended, in all and by type',
    permission: ['TasksRead'],
    answer: 'json',
    response: TaskStats,
  }),
  streamTasks: endpoint({
    tag: 'Tasks',
    summary: 'Live task progress: event task_progress',
    permission: ['TasksRead', 'LibrariesWrite'],
    answer: 'events',
  }),
  getTask: endpoint({
    tag: 'Tasks',
    summary: 'One task',
    permission: ['TasksRead'],
    params,
    answer: 'json',
    response: Task,
    errors: ['NotFound'],
  }),
  cancelTask: endpoint({
    tag: 'Tasks',
    summary: 'Cancels a waiting or running task',
    permission: ['TasksWrite'],
    params,
    answer: 'json',
    response: Task,
    errors: ['NotFound', 'Conflict'],
  }),
  browseFolders: endpoint({
    tag: 'System',
    summary: 'Folders of the server, to pick a library from',
    permission: ['SystemAdmin'],
    query: z.object({ path: z.string().max(4096).optional() }),
    answer: 'json',
    response: FolderListing,
    errors: ['NotFound'],
  }),
  listDrives: endpoint({
    tag: 'System',
    summary: 'Drives of a Windows server, else the root folder',
    permission: ['SystemAdmin'],
    answer: 'json',
    response: z.array(Drive),
  }),
  streamEvents: endpoint({
    tag: 'Events',
    summary: 'Live changes of books, series, libraries and covers',
    permission: ['LibrariesRead'],
    answer: 'events',
  }),
} as const;
