import { sweepCovers } from '#core/covers/sweep-covers.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleCleanupOrphanedFiles = (ctx: TaskContext): TaskHandler<TaskPayload<'cleanup_orphaned_files'>> => ({
  run: async (_nothing, run) => ({ result: await sweepCovers(ctx, run) }),
});
