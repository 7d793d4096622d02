import type { api } from '@lectern/contract';
import { unlockTask } from '#core/tasks/retry-tasks.ts';
import type { Handler } from '../../handler.ts';

export const handleUnlockTask: Handler<typeof api.unlockTask> = async (ctx, { viewer, params }) =>
  unlockTask(ctx, viewer, params.id);
