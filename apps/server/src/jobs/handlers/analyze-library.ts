import { analyzeDue } from '#core/analyze/analyze-due.ts';
import { drawSeriesCovers } from '#core/analyze/draw-series-covers.ts';
import { requestHashes } from '#core/analyze/request-hashes.ts';
import { requestDueNumbers } from '#core/naming/request-renumbering.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleAnalyzeLibrary = (ctx: TaskContext): TaskHandler<TaskPayload<'analyze_library'>> => ({
  run: async ({ libraryId }, run) => {
    // Beside each other: neither waits for a file of the other that the disk will not give.
    const [books, covers] = await Promise.allSettled([
      analyzeDue(ctx, { libraryId }, run),
      drawSeriesCovers(ctx, libraryId, run),
    ]);
    if (books.status === 'rejected') throw books.reason;
    if (covers.status === 'rejected') throw covers.reason;
    if (books.value.again === true || !covers.value) return { ...books.value, again: true };
    await requestDueNumbers(ctx);
    await requestHashes(ctx, libraryId);
    return books.value;
  },
});
