import type { api } from '@lectern/contract';
import { retryFailedTasks } from '#core/tasks/retry-tasks.ts';
import type { Handler } from '../../handler.ts';

export const handleRetryFailedTasks: Handler<typeof api.retryFailedTasks> = async (ctx, { viewer, body }) =>
  retryFailedTasks(ctx, viewer, body ?? {});
