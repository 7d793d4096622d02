import { analyzeOne } from '#core/analyze/analyze-one.ts';
import { requestDueNumbers } from '#core/naming/request-renumbering.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleAnalyzeBook = (ctx: TaskContext): TaskHandler<TaskPayload<'analyze_book'>> => ({
  run: async ({ bookId }, run) => {
    const outcome = await analyzeOne(ctx, bookId, run);
    await requestDueNumbers(ctx);
    return outcome;
  },
});
