import { bookProgressEvent } from '#events/personal-events.ts';
import { deleteProgress, findLatestOf } from '#db/repos/reading/progress.repo.ts';
import { holdReading } from '#db/repos/reading/reading-sessions.repo.ts';
import { writeResets } from './mark-books.ts';
import { getBookPlace, type ProgressWriteContext, type Reader } from './save-progress.ts';

/**
 * Forgets the viewer's place in a book, which begins a new pass; how often it was finished stays known (decision C5).
 * @throws {AppError} `NotFound`
 */
export async function forgetProgress(ctx: ProgressWriteContext, reader: Reader, bookId: string): Promise<void> {
  const { userId } = reader.viewer;
  const book = await getBookPlace(ctx, reader.viewer, bookId);
  await ctx.db.transaction(async (tx) => {
    await holdReading(tx, userId);
    const at = Math.max(Date.now(), await findLatestOf(tx.read, userId, [bookId]));
    const forgotten = await deleteProgress(tx, userId, [bookId]);
    await writeResets(tx, reader, forgotten, at);
    if (forgotten.length === 0) return;
    tx.afterCommit(() => ctx.events.emitPersonal(bookProgressEvent('progress_deleted', userId, book)));
  });
}
