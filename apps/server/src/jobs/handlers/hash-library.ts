import { hashBooks } from '#core/analyze/hash-books.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleHashLibrary = (ctx: TaskContext): TaskHandler<TaskPayload<'hash_library'>> => ({
  run: async ({ libraryId }, run) => {
    const outcome = await hashBooks(ctx, libraryId, run);
    await ctx.duplicates.refreshBooks();
    return outcome;
  },
});
