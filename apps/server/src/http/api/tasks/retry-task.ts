import type { api } from '@lectern/contract';
import { retryTask } from '#core/tasks/retry-tasks.ts';
import type { Handler } from '../../handler.ts';

export const handleRetryTask: Handler<typeof api.retryTask> = async (ctx, { viewer, params }) =>
  retryTask(ctx, viewer, params.id);
