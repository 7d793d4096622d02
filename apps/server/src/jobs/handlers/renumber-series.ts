import { renumberDue } from '#core/naming/renumber-series.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleRenumberSeries = (ctx: TaskContext): TaskHandler<TaskPayload<'renumber_series'>> => ({
  run: async ({ seriesIds }, run) => renumberDue(ctx, seriesIds, run),
});
