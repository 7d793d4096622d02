import { analyzeDue } from '#core/analyze/analyze-due.ts';
import { requestHashes } from '#core/analyze/request-hashes.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleAnalyzeLibrary = (ctx: TaskContext): TaskHandler<TaskPayload<'analyze_library'>> => ({
  run: async ({ libraryId }, run) => {
    const outcome = await analyzeDue(ctx, { libraryId }, run);
    if (outcome.again !== true) await requestHashes(ctx, libraryId);
    return outcome;
  },
});
