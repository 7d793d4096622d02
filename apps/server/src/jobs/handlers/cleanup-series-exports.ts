import { cleanUpExports } from '#core/exports/clean-up-exports.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleCleanupSeriesExports = (ctx: TaskContext): TaskHandler<TaskPayload<'cleanup_series_exports'>> => ({
  run: async () => ({ result: await cleanUpExports(ctx) }),
});
