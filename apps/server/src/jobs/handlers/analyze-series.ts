import { analyzeDue } from '#core/analyze/analyze-due.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleAnalyzeSeries = (ctx: TaskContext): TaskHandler<TaskPayload<'analyze_series'>> => ({
  run: async ({ seriesId }, run) => analyzeDue(ctx, { seriesId }, run),
});
