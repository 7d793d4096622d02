import type { Database } from '#db/open.ts';
import { listUnhashedBooks } from '#db/repos/scanning/analysis.repo.ts';
import type { Queue } from '#jobs/queue.ts';

/** Queues the full hashes of a library's books when some are missing (decision C11). */
export async function requestHashes(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  libraryId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [unhashed] = await listUnhashedBooks(tx.read, libraryId, { after: '', limit: 1 });
    if (unhashed !== undefined) await queue.enqueue(tx, 'hash_library', { libraryId });
  });
}
