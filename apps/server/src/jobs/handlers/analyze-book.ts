import { analyzeOne } from '#core/analyze/analyze-one.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleAnalyzeBook = (ctx: TaskContext): TaskHandler<TaskPayload<'analyze_book'>> => ({
  run: async ({ bookId }, run) => analyzeOne(ctx, bookId, run),
});
