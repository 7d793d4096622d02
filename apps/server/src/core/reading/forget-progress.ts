import { deleteProgress, findLatestOf } from '#db/repos/progress.repo.ts';
import { holdReading } from '#db/repos/reading-sessions.repo.ts';
import { writeResets } from './mark-books.ts';
import { getBookPlace, type ProgressContext, type Reader } from './save-progress.ts';

/**
 * Forgets the viewer's place in a book, which begins a new pass; how often it was finished stays known (decision C5).
 * @throws {AppError} `NotFound`
 */
export async function forgetProgress(ctx: ProgressContext, reader: Reader, bookId: string): Promise<void> {
  const { userId } = reader.viewer;
  await getBookPlace(ctx, reader.viewer, bookId);
  await ctx.db.transaction(async (tx) => {
    await holdReading(tx, userId);
    const at = Math.max(Date.now(), await findLatestOf(tx.read, userId, [bookId]));
    await writeResets(tx, reader, await deleteProgress(tx, userId, [bookId]), at);
  });
}
