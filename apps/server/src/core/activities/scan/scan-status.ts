import { buildAddress, ScanMode, type ScanStatus, TaskStatus, WatchMethod, toTimestamp } from '@lectern/contract';
import { z } from 'zod';
import type { ReadDb } from '#db/open.ts';
import { countHeldBack } from '#db/repos/scanning/removals.repo.ts';
import { countDueBooks } from '#db/repos/scanning/scan.repo.ts';
import { findWatch } from '#db/repos/scanning/watches.repo.ts';
import type { ScanTaskRow } from '#db/repos/system/scan-tasks.repo.ts';
import { sayStored, storeMessage } from '#words/stored-message.ts';
import { ScanResult } from './scan-result.ts';

const Payload = z.object({ mode: ScanMode });

/** Shown while the scan has not reported a message itself; stored messages. */
const MESSAGES: Readonly<Record<TaskStatus, string>> = {
  pending: storeMessage('Waiting for its turn'),
  running: storeMessage('Starting'),
  completed: storeMessage('Done'),
  failed: storeMessage('Failed'),
  cancelled: storeMessage('Cancelled'),
};

const ENDED: readonly TaskStatus[] = ['completed', 'failed', 'cancelled'];

function parseResult(row: ScanTaskRow): ScanResult {
  return ScanResult.parse(row.result === null ? {} : JSON.parse(row.result));
}

/**
 * The status of a scan, for every receiver of an event: its texts are stored messages. The number of books to analyse is that of
 * now.
 */
export async function toScanStatus(db: ReadDb, row: ScanTaskRow): Promise<ScanStatus> {
  const status = TaskStatus.parse(row.status);
  const { warnings, errors, ...counts } = parseResult(row);
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
    pendingRemovalsUrl: pendingRemovals === 0 ? null : buildAddress('', 'listRemovals', { id: row.libraryId }),
    watching: WatchMethod.safeParse(watch?.method).data ?? null,
    warnings: [...warnings, ...(watch === undefined || watch.message === '' ? [] : [watch.message])],
    errors: [...errors, ...failure],
    startedAt: toTimestamp(row.startedAt ?? row.createdAt),
    completedAt: toTimestamp(row.completedAt),
  };
}

/** A status in the language of the request. */
export function sayScanStatus({ message, warnings, errors, ...status }: ScanStatus): ScanStatus {
  return { ...status, message: sayStored(message), warnings: warnings.map(sayStored), errors: errors.map(sayStored) };
}
