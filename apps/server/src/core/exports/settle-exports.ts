import type { Database } from '#db/open.ts';
import { endExport, listUnattendedExports } from '#db/repos/system/exports.repo.ts';

/**
 * Ends exports whose task was cancelled, failed or is forgotten. Whoever looks at exports does this first, so that none waits
 * for a task that never comes, whenever a process was killed.
 */
export async function settleExports({ db }: { readonly db: Database }): Promise<void> {
  if ((await listUnattendedExports(db.read)).length === 0) return;
  await db.transaction(async (tx) => {
    for (const { id, taskStatus } of await listUnattendedExports(tx.read)) {
      const hasFailed = taskStatus === 'failed' || taskStatus === 'completed';
      const error = hasFailed ? 'The file could not be written' : null;
      await endExport(tx, id, { status: hasFailed ? 'failed' : 'cancelled', completedAt: Date.now(), error });
    }
  });
}
