import type { ScanProgressEvent, ScanStatus } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { findScanByTask } from '#db/repos/system/scan-tasks.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { toScanStatus } from './scan-status.ts';

const latest = new WeakMap<object, Promise<void>>();

/**
 * Runs `work` after all earlier work of the same key has ended, even with an error.
 * @param key the object whose work must stay in order
 * @throws {Error} the error of `work`
 */
export async function runSerially(key: object, work: () => Promise<void>): Promise<void> {
  const turn = (latest.get(key) ?? Promise.resolve()).then(work);
  latest.set(
    key,
    turn.catch(() => undefined),
  );
  await turn;
}

function toScanEvent(status: ScanStatus): ScanProgressEvent {
  return {
    task_id: status.taskId,
    library_id: status.libraryId,
    library_name: status.libraryName,
    mode: status.mode,
    status: status.status,
    message: status.message,
    files_total: status.filesTotal,
    files_processed: status.filesProcessed,
    series_found: status.seriesFound,
    books_found: status.booksFound,
    books_added: status.booksAdded,
    books_updated: status.booksUpdated,
    books_moved: status.booksMoved,
    books_deleted: status.booksDeleted,
    books_restored: status.booksRestored,
    books_purged: status.booksPurged,
    books_to_analyze: status.booksToAnalyze,
    pending_removals: status.pendingRemovals,
    pending_removals_url: status.pendingRemovalsUrl,
    watching: status.watching,
    warnings: status.warnings,
    errors: status.errors,
    started_at: status.startedAt,
    completed_at: status.completedAt,
  };
}

/** Emits the stored status of a scan to clients. Announcements run serially, so that no older status follows a newer one. */
export async function announceScan(ctx: { readonly db: Database; readonly events: EventBus }, taskId: string) {
  await runSerially(ctx.events, async () => {
    const row = await findScanByTask(ctx.db.read, taskId);
    if (row !== undefined) ctx.events.emitScan(toScanEvent(await toScanStatus(ctx.db.read, row)));
  });
}
