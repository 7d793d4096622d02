import { reprocessTitles } from '#core/naming/reprocess-titles.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleReprocessTitles = (ctx: TaskContext): TaskHandler<TaskPayload<'reprocess_titles'>> => ({
  run: async (scope, run) => reprocessTitles(ctx, scope, run),
});
