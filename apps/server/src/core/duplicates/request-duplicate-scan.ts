import { AppError } from '#core/errors.ts';
import { lockFor } from '#db/dialect.ts';
import type { Database } from '#db/open.ts';
import { hasOpenSearch } from '#db/repos/catalog/duplicates.repo.ts';
import type { Queue } from '#jobs/queue.ts';

/**
 * Queues a search for duplicates.
 * @throws {AppError} `Conflict` while one waits or runs
 */
export async function requestDuplicateScan({
  db,
  queue,
}: {
  readonly db: Database;
  readonly queue: Queue;
}): Promise<{ readonly taskId: string; readonly message: string }> {
  const taskId = await db.transaction(async (tx) => {
    await lockFor(db.kind, tx.write, 'duplicate scan');
    if (await hasOpenSearch(tx.read)) {
      throw new AppError('Conflict', 'A search for duplicates waits or runs already');
    }
    return queue.enqueue(tx, 'find_duplicates', {});
  });
  return { taskId, message: 'The search for duplicates is queued' };
}
