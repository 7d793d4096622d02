import type { api } from '@lectern/contract';
import { getTaskStats } from '#core/tasks/get-task-stats.ts';
import type { Handler } from '../../handler.ts';

export const handleGetTaskStats: Handler<typeof api.getTaskStats> = async (ctx, { viewer }) =>
  getTaskStats(ctx, viewer);
