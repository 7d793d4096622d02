import type { ScanProgressEvent, ScanStatus } from '@lectern/contract';

/** Converts a frame of the scan stream to the shape of the API. */
export function toScanStatus(event: ScanProgressEvent): ScanStatus {
  return {
    taskId: event.task_id,
    libraryId: event.library_id,
    libraryName: event.library_name,
    mode: event.mode,
    status: event.status,
    message: event.message,
    filesTotal: event.files_total,
    filesProcessed: event.files_processed,
    seriesFound: event.series_found,
    booksFound: event.books_found,
    booksAdded: event.books_added,
    booksUpdated: event.books_updated,
    booksMoved: event.books_moved,
    booksDeleted: event.books_deleted,
    booksRestored: event.books_restored,
    booksPurged: event.books_purged,
    booksToAnalyze: event.books_to_analyze,
    pendingRemovals: event.pending_removals,
    pendingRemovalsUrl: event.pending_removals_url,
    watching: event.watching,
    warnings: [...event.warnings],
    errors: [...event.errors],
    startedAt: event.started_at,
    completedAt: event.completed_at,
  };
}

export function isScanProgress(value: unknown): value is ScanProgressEvent {
  return typeof value === 'object' && value !== null && 'task_id' in value && 'files_total' in value;
}

/** Waiting or running. */
export function isActive({ status }: Pick<ScanStatus, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** Replaces or adds the scan; removes it when it has ended. */
export function withScan(scans: readonly ScanStatus[], scan: ScanStatus): ScanStatus[] {
  if (!isActive(scan)) return scans.filter(({ taskId }) => taskId !== scan.taskId);
  const known = scans.some(({ taskId }) => taskId === scan.taskId);
  return known ? scans.map((held) => (held.taskId === scan.taskId ? scan : held)) : [...scans, scan];
}
