import { deleteProgress } from '#db/repos/progress.repo.ts';
import type { Viewer } from '../viewer.ts';
import { getBookPlace, type ProgressContext } from './save-progress.ts';

/**
 * Forgets the viewer's place in a book, which begins a new pass; how often it was finished stays known (decision C5).
 * @throws {AppError} `NotFound`
 */
export async function forgetProgress(ctx: ProgressContext, viewer: Viewer, bookId: string): Promise<void> {
  await getBookPlace(ctx, viewer, bookId);
  await ctx.db.transaction(async (tx) => {
    await deleteProgress(tx, viewer.userId, [bookId]);
  });
}
