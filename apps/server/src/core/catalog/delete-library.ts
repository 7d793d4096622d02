import { deleteLibraryRow, listOpenTasks } from '#db/repos/catalog/libraries.repo.ts';
import type { Viewer } from '../viewer.ts';
import type { LibraryContext } from './create-library.ts';
import { getLibrary } from './get-library.ts';

/**
 * Removes a library with its series, books and everybody's progress in them; its files stay where they are. What is being
 * done for it stops first.
 * @throws {AppError} `NotFound`
 */
export async function deleteLibrary(ctx: LibraryContext, viewer: Viewer, libraryId: string): Promise<void> {
  await getLibrary(ctx, viewer, libraryId);
  for (const taskId of await listOpenTasks(ctx.db.read, libraryId)) await ctx.queue.cancel(taskId);
  await ctx.db.transaction(async (tx) => {
    await deleteLibraryRow(tx, libraryId);
    await ctx.queue.enqueue(tx, 'cleanup_orphaned_files', {});
    tx.afterCommit(() => {
      ctx.events.emit({ type: 'library_deleted', library_id: libraryId, timestamp: new Date().toISOString() });
    });
  });
}
