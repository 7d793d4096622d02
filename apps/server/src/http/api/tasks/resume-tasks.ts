import type { api } from '@lectern/contract';
import { resumeTasks } from '#core/tasks/pause-tasks.ts';
import type { Handler } from '../../handler.ts';

export const handleResumeTasks: Handler<typeof api.resumeTasks> = async (ctx) => resumeTasks(ctx);
