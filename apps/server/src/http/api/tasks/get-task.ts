import type { api } from '@lectern/contract';
import { getTask } from '#core/tasks/get-task.ts';
import type { Handler } from '../../handler.ts';

export const handleGetTask: Handler<typeof api.getTask> = async (ctx, { viewer, params }) =>
  getTask(ctx, viewer, params.id);
