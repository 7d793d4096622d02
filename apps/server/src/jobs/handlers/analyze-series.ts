import { analyzeDue } from '#core/analyze/analyze-due.ts';
import { requestDueNumbers } from '#core/naming/request-renumbering.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleAnalyzeSeries = (ctx: TaskContext): TaskHandler<TaskPayload<'analyze_series'>> => ({
  run: async ({ seriesId }, run) => {
    const outcome = await analyzeDue(ctx, { seriesId }, run);
    await requestDueNumbers(ctx);
    return outcome;
  },
});
