import type { api } from '@lectern/contract';
import { cancelTask } from '#core/tasks/cancel-task.ts';
import type { Handler } from '../../handler.ts';

export const handleCancelTask: Handler<typeof api.cancelTask> = async (ctx, { viewer, params }) =>
  cancelTask(ctx, viewer, params.id);
