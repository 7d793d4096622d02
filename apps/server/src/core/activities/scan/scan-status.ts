import {
  addressOf,
  ScanMode,
  type ScanProgressEvent,
  type ScanStatus,
  TaskStatus,
  WatchMethod,
} from '@lectern/contract';
import { z } from 'zod';
import type { Database, ReadDb } from '#db/open.ts';
import { countHeldBack } from '#db/repos/scanning/removals.repo.ts';
import { countDueBooks } from '#db/repos/scanning/scan.repo.ts';
import { findWatch } from '#db/repos/scanning/watches.repo.ts';
import { findScanByTask, type ScanTaskRow } from '#db/repos/system/scan-tasks.repo.ts';
import type { EventBus } from '#events/bus.ts';

/** The latest work by key. */
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

const Count = z.int().default(0);
const Texts = z.array(z.string()).default(() => []);

/** Counts of a scan, stored with its task. */
export const ScanResult = z.object({
  filesTotal: Count,
  filesProcessed: Count,
  seriesFound: Count,
  booksFound: Count,
  booksAdded: Count,
  booksUpdated: Count,
  booksDeleted: Count,
  booksRestored: Count,
  booksMoved: Count,
  booksPurged: Count,
  warnings: Texts,
  errors: Texts,
});
export type ScanResult = z.infer<typeof ScanResult>;

/** Counts of a running scan. */
export type ScanCounts = { -readonly [Key in keyof ScanResult]: ScanResult[Key] };

const Payload = z.object({ mode: ScanMode });

/** Shown while the scan has not reported a message itself. */
const MESSAGES: Readonly<Record<TaskStatus, string>> = {
  pending: 'Waiting for its turn',
  running: 'Starting',
  completed: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const ENDED: readonly TaskStatus[] = ['completed', 'failed', 'cancelled'];

function toTimestamp(at: number): string {
  return new Date(at).toISOString();
}

function resultOf(row: ScanTaskRow): ScanResult {
  return ScanResult.parse(row.result === null ? {} : JSON.parse(row.result));
}

/** The status of a scan; the number of books to analyse is that of now. */
export async function toScanStatus(db: ReadDb, row: ScanTaskRow): Promise<ScanStatus> {
  const status = TaskStatus.parse(row.status);
  const { warnings, errors, ...counts } = resultOf(row);
  const hasEnded = ENDED.includes(status);
  const watch = await findWatch(db, row.libraryId);
  const pendingRemovals = await countHeldBack(db, row.libraryId);
  const failure = status === 'failed' && row.lastError !== null ? [row.lastError] : [];
  return {
    taskId: row.id,
    libraryId: row.libraryId,
    libraryName: row.libraryName,
    mode: Payload.parse(JSON.parse(row.payload)).mode,
    status,
    message: hasEnded || row.progressMessage === '' ? MESSAGES[status] : row.progressMessage,
    ...counts,
    filesProcessed: Math.max(0, counts.filesProcessed),
    booksUpdated: counts.booksUpdated + counts.booksMoved,
    booksToAnalyze: await countDueBooks(db, row.libraryId),
    pendingRemovals,
    pendingRemovalsUrl: pendingRemovals === 0 ? null : addressOf('', 'listRemovals', { id: row.libraryId }),
    watching: WatchMethod.safeParse(watch?.method).data ?? null,
    warnings: [...warnings, ...(watch === undefined || watch.message === '' ? [] : [watch.message])],
    errors: [...errors, ...failure],
    startedAt: toTimestamp(row.startedAt ?? row.createdAt),
    completedAt: row.completedAt === null ? null : toTimestamp(row.completedAt),
  };
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
