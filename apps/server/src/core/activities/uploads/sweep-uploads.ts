import { inPages, PAGE_ROWS } from '#db/in-pages.ts';
import type { Database } from '#db/open.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import { deleteUploadRows, listStaleUploads, listUploadIds } from '#db/repos/catalog/uploads.repo.ts';
import { libraryReads } from '#files/opening/bounded-reads.ts';
import { removeStaged, sweepStaged } from '#files/uploads/library-uploads.ts';
import type { Log } from '#log/logger.ts';

const DAY_MS = 86_400_000;
/** How long an upload waits for its next part. */
const STALE_MS = 7 * DAY_MS;

interface SweepContext {
  readonly db: Database;
  readonly log: Pick<Log, 'scan'>;
}

/** Deletes uploads that were left, and files in upload folders that belong to none. Disks that are away wait for the next time. */
export async function sweepUploads({ db, log }: SweepContext, signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const pages = inPages(
    async (after) => listStaleUploads(db.read, now - STALE_MS, { after, limit: PAGE_ROWS }),
    ({ id }) => id,
  );
  for await (const page of pages) {
    signal.throwIfAborted();
    await db.transaction(async (tx) =>
      deleteUploadRows(
        tx,
        page.map(({ id }) => id),
      ),
    );
    for (const staged of page) {
      await libraryReads
        .run(staged.root, async () => removeStaged(staged))
        .catch((error: unknown) =>
          log.scan.warn({ err: error, uploadId: staged.id }, 'file of a left upload not deleted'),
        );
    }
  }
  for (const { id, path } of await listLibraryPaths(db.read)) {
    signal.throwIfAborted();
    try {
      const known = await listUploadIds(db.read, id);
      const removed = await libraryReads.run(path, async () =>
        sweepStaged(path, (one) => known.has(one), now - DAY_MS),
      );
      if (removed > 0) log.scan.info({ libraryId: id, removed }, 'files without an upload deleted');
    } catch (error) {
      log.scan.warn({ err: error, libraryId: id }, 'upload folder not swept');
    }
  }
}
