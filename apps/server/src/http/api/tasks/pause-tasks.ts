import type { api } from '@lectern/contract';
import { pauseTasks } from '#core/tasks/pause-tasks.ts';
import type { Handler } from '../../handler.ts';

export const handlePauseTasks: Handler<typeof api.pauseTasks> = async (ctx, { viewer }) => pauseTasks(ctx, viewer);
