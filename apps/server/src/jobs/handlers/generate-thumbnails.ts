import { generateCovers } from '#core/covers/generate-covers.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleGenerateThumbnails = (ctx: TaskContext): TaskHandler<TaskPayload<'generate_thumbnails'>> => ({
  run: async (wanted, run) => generateCovers(ctx, wanted, run),
});
