import type { api } from '@lectern/contract';
import { nukeTasks } from '#core/tasks/forget-tasks.ts';
import type { Handler } from '../../handler.ts';

export const handleNukeTasks: Handler<typeof api.nukeTasks> = async (ctx) => nukeTasks(ctx);
