import type { api } from '@lectern/contract';
import { createTask } from '#core/tasks/create-task.ts';
import type { Handler } from '../../handler.ts';

export const handleCreateTask: Handler<typeof api.createTask> = async (ctx, { viewer, body }) =>
  createTask(ctx, viewer, body);
