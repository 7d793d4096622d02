import type { ReadDb } from '../../open.ts';
import type { ReadRow } from '../rows/read-rows.ts';
import { EVERYONE, type ViewerScope } from '../rows/viewer-scope.ts';
import { visibleLibraries } from '../rows/visibility.ts';
import { CLOCK_MS } from '../scanning/scan.repo.ts';

/** A scan as its task stores it. */
export type ScanTaskRow = ReadRow<typeof findScanByTask>;

const ACTIVE = ['pending', 'running'];

/** Scans, without delayed ones, which start later by themselves. */
function begunScans(db: ReadDb, viewerScope: ViewerScope) {
  const now = Date.now() + CLOCK_MS;
  return scans(db, viewerScope).where((eb) =>
    eb.or([eb('task.status', '<>', 'pending'), eb('task.attempts', '>', 0), eb('task.scheduledFor', '<=', now)]),
  );
}

function scans(db: ReadDb, viewerScope: ViewerScope) {
  return visibleLibraries(db, viewerScope)
    .innerJoin('task', 'task.libraryId', 'library.id')
    .where('task.type', '=', 'scan_library')
    .select([
      'task.id',
      'task.status',
      'task.payload',
      'task.result',
      'task.lastError',
      'task.progressMessage',
      'task.createdAt',
      'task.startedAt',
      'task.completedAt',
      'library.id as libraryId',
      'library.name as libraryName',
    ]);
}

/** The running or waiting scan of a library, else its last one. */
export async function findLatestScan(db: ReadDb, viewerScope: ViewerScope, libraryId: string) {
  const active = await findActiveScan(db, viewerScope, libraryId);
  if (active !== undefined) return active;
  return begunScans(db, viewerScope)
    .where('library.id', '=', libraryId)
    .orderBy('task.createdAt', 'desc')
    .orderBy('task.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The scan of a library that runs, else one that waits. */
export async function findActiveScan(db: ReadDb, viewerScope: ViewerScope, libraryId: string) {
  return begunScans(db, viewerScope)
    .where('library.id', '=', libraryId)
    .where('task.status', 'in', ACTIVE)
    .orderBy('task.status', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Every scan that runs or waits. */
export async function listActiveScanTasks(db: ReadDb, viewerScope: ViewerScope): Promise<ScanTaskRow[]> {
  return begunScans(db, viewerScope)
    .where('task.status', 'in', ACTIVE)
    .orderBy('task.createdAt')
    .orderBy('task.id')
    .execute();
}

/** A scan by its task, for progress events, whose audience is decided on delivery. */
export async function findScanByTask(db: ReadDb, taskId: string) {
  return scans(db, EVERYONE).where('task.id', '=', taskId).executeTakeFirst();
}
