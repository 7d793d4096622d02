import type { api } from '@lectern/contract';
import { purgeTasks } from '#core/tasks/forget-tasks.ts';
import type { Handler } from '../../handler.ts';

export const handlePurgeTasks: Handler<typeof api.purgeTasks> = async (ctx, { viewer, query }) =>
  purgeTasks(ctx, viewer, query.days);
