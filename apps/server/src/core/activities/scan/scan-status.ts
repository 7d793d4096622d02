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

/** The latest work of each key; forgotten with the key. */
const latest = new WeakMap<object, Promise<void>>();

/**
 * Runs `work` once everything given earlier for the same key has ended, well or badly.
 * @param key the object whose work must keep its order, for example the event bus
 * @throws {Error} the error of `work`; later work still runs
 */
export async function runSerially(key: object, work: () => Promise<void>): Promise<void> {
  const turn = (latest.get(key) ?? Promise.resolve()).then(work);
  latest.set(
    key,
    turn.catch(() => undefined),
  );
  await turn;
}

/** What a scan has counted so far; kept with its task. */
export const ScanResult = z.object({
  filesTotal: z.int(),
  filesProcessed: z.int(),
  seriesFound: z.int(),
  booksFound: z.int(),
  booksAdded: z.int(),
  booksUpdated: z.int(),
  booksDeleted: z.int(),
  booksRestored: z.int(),
  booksMoved: z.int(),
  booksPurged: z.int(),
  warnings: z.array(z.string()),
  errors: z.array(z.string()),
});
export type ScanResult = z.infer<typeof ScanResult>;

/** A scan's numbers while they grow. */
export type ScanCounts = { -readonly [Key in keyof ScanResult]: ScanResult[Key] };

/** Nothing counted yet. */
export function newScanResult(): ScanCounts {
  return {
    filesTotal: 0,
    filesProcessed: 0,
    seriesFound: 0,
    booksFound: 0,
    booksAdded: 0,
    booksUpdated: 0,
    booksDeleted: 0,
    booksRestored: 0,
    booksMoved: 0,
    booksPurged: 0,
    warnings: [],
    errors: [],
  };
}

const Payload = z.object({ mode: ScanMode });

/** What the scan does, when it has not said so itself. */
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
  return row.result === null ? newScanResult() : ScanResult.parse(JSON.parse(row.result));
}

/** The status of a scan as the API tells it; counted books come from the database as it is now. */
export async function toScanStatus(db: ReadDb, row: ScanTaskRow): Promise<ScanStatus> {
  const status = TaskStatus.parse(row.status);
  const result = resultOf(row);
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
    filesTotal: result.filesTotal,
    filesProcessed: Math.max(0, result.filesProcessed),
    seriesFound: result.seriesFound,
    booksFound: result.booksFound,
    booksAdded: result.booksAdded,
    booksUpdated: result.booksUpdated + result.booksMoved,
    booksMoved: result.booksMoved,
    booksDeleted: result.booksDeleted,
    booksRestored: result.booksRestored,
    booksPurged: result.booksPurged,
    booksToAnalyze: await countDueBooks(db, row.libraryId),
    pendingRemovals,
    pendingRemovalsUrl: pendingRemovals === 0 ? null : addressOf('', 'listRemovals', { id: row.libraryId }),
    watching: WatchMethod.safeParse(watch?.method).data ?? null,
    warnings: [...result.warnings, ...(watch === undefined || watch.message === '' ? [] : [watch.message])],
    errors: [...result.errors, ...failure],
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

/**
 * Tells those who listen how far a scan is, as the database has it when its turn comes: one announcement waits for the
 * other, so that no older status comes after a newer one.
 */
export async function announceScan(
  ctx: { readonly db: Database; readonly events: EventBus },
  taskId: string,
): Promise<void> {
  await runSerially(ctx.events, async () => {
    const row = await findScanByTask(ctx.db.read, taskId);
    if (row !== undefined) ctx.events.emitScan(toScanEvent(await toScanStatus(ctx.db.read, row)));
  });
}
